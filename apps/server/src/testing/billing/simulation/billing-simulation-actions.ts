import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import { and, eq, isNull } from 'drizzle-orm';
import { endAddon, keepAddon } from '../../../billing/addons/end-addon.ts';
import { startAddon } from '../../../billing/addons/start-addon.ts';
import { sellAtAgent } from '../../../billing/agents/sell-at-agent.ts';
import type { BillingDependencies } from '../../../billing/billing-dependencies.ts';
import { decideCourtesyDays } from '../../../billing/courtesy-days/decide-courtesy-days.ts';
import { giveCourtesyDays } from '../../../billing/courtesy-days/give-courtesy-days.ts';
import { payWithCredit } from '../../../billing/credit/pay-with-credit.ts';
import { recordTransfer } from '../../../billing/incoming-transfers/record-transfer.ts';
import { acceptOffer } from '../../../billing/owner-changes/accept-offer.ts';
import { offerLine } from '../../../billing/owner-changes/offer-line.ts';
import { makePromise } from '../../../billing/payment-promises/make-promise.ts';
import { recordChargeback } from '../../../billing/payments/disputes/record-chargeback.ts';
import { initializePayment } from '../../../billing/payments/initialize-payment.ts';
import { findPaymentByReference } from '../../../billing/payments/payment.repository.ts';
import type { Purpose } from '../../../billing/payments/product.port.ts';
import { settlePayment } from '../../../billing/payments/settlement/settle-payment.ts';
import { openDuePayment } from '../../../billing/received-money/open-due-payment.ts';
import { requestRefund } from '../../../billing/refunds/refund-payment.ts';
import { cancelSubscription, withdrawCancellation } from '../../../billing/subscriptions/cancel-subscription.ts';
import { extendForOutage } from '../../../billing/subscriptions/extend-for-outage.ts';
import { endPause, pauseSubscription } from '../../../billing/subscriptions/pauses/pause-subscription.ts';
import { choosePlan } from '../../../billing/subscriptions/plan-changes/choose-plan.ts';
import { withdrawPlanChange } from '../../../billing/subscriptions/plan-changes/withdraw-plan-change.ts';
import { lockOpenSubscription } from '../../../billing/subscriptions/subscription.repository.ts';
import { redeemVoucher } from '../../../billing/vouchers/redeem-voucher.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { subscriptionAddons } from '../../../platform/database/schema/billing/addon.ts';
import { userSubscriptions } from '../../../platform/database/schema/billing/subscription.ts';
import { virtualAccountRequests } from '../../../platform/database/schema/billing/virtual-account.ts';
import { accounts } from '../../../platform/database/schema/identity/account-people.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { unpublishedSettings } from '../../unpublished-settings.ts';

/** One instance of the portal that works on the ledger; several may run at once. */
export type Worker = BillingDependencies;

/** One line of a customer; `id` is that of the account. */
export type Customer = { readonly id: number; readonly lineId: number; readonly email: string };

export type Ordered = {
  readonly amountKobo: Kobo;
  readonly planId: string;
  readonly purpose: Purpose;
  readonly gatewayId?: GatewayId;
  readonly bundleId?: string;
};

type Promiser = Pick<Parameters<typeof makePromise>[1], 'promiser' | 'staffId'>;

type Sale = { readonly staffId: number; readonly amountKobo: Kobo; readonly clientRequestId: string };

/** Wrong PINs are tested elsewhere. */
const NO_LIMIT = { take: () => null, forget: () => {} };

type Courtesy = { readonly days: number; readonly request: string; readonly managers: readonly [number, number] };

/** An action that is not allowed is refused, which ends it. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The add-on that a line has. */
async function findAddon(tx: Transaction, lineId: number): Promise<string | null> {
  const [row] = await tx
    .select({ id: subscriptionAddons.id })
    .from(subscriptionAddons)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionAddons.subscriptionId))
    .where(and(eq(userSubscriptions.lineId, lineId), isNull(subscriptionAddons.endedAt)));
  return row?.id ?? null;
}

const lineOf = ({ id: accountId, lineId }: Customer) => ({ accountId, lineId });

/** The actions of customers and staff, by whichever worker. */
export const acts = {
  open: async (worker: Worker, who: Customer, order: Ordered): Promise<string> => {
    const { gatewayId = 'quickteller', bundleId = null, amountKobo, planId, purpose } = order;
    const payer = { id: who.id, name: 'Amina' };
    const { lineId } = who;
    const amountNaira = nairaFromKobo(amountKobo);
    const opened = { lineId, gatewayId, planId, purpose, bundleId, amountNaira, email: who.email, payer };
    return (await initializePayment(worker, opened)).reference;
  },
  settle: async (worker: Worker, reference: string) => {
    const payment = await findPaymentByReference(worker.database, reference);
    if (!payment) throw new Error(`no payment ${reference}`);
    await settlePayment(worker, payment, 'webhook');
  },
  /** Money to the customer's account number, once for each reference. */
  sendMoney: async (worker: Worker, { id: accountId }: Customer, sent: { amountKobo: Kobo; reference: string }) => {
    const { amountKobo, reference } = sent;
    const accountReference = `V-${accountId}`;
    const request = { accountId, provider: 'paystack', reference: accountReference, status: 'active' } as const;
    await worker.database
      .insert(virtualAccountRequests)
      .values({ ...request, createdAt: worker.clock() })
      .onConflictDoNothing();
    const facts = {
      reference,
      transactionId: reference,
      sessionId: null,
      amountKobo,
      currency: 'NGN',
      modeMatches: true,
      accountNumber: null,
      accountReference,
      payerName: 'Bisi Ade',
      payerBank: null,
      narration: null,
      paidAt: null,
    };
    await recordTransfer(worker, { intake: { id: 'paystack' }, facts, source: 'webhook' });
  },
  /** Somebody pays for the account without signing in; returns the payment's reference. */
  openForAnother: async (worker: Worker, { id: accountId }: Customer, amountKobo: Kobo): Promise<string> => {
    const payer = { gatewayId: 'paystack', email: 'aunt@payer.example', payerName: null };
    return (await openDuePayment(worker, { accountId, amountKobo, ...payer })).reference;
  },
  /** With the PIN of a voucher, which pays once however often it is entered. */
  useVoucher: async (worker: Worker, { id: accountId }: Customer, pin: string) => {
    const counted = { voucherAttempts: NO_LIMIT, voucherMetrics: { countRedeemed: () => {} } };
    const source = { key: `account:${accountId}`, address: null };
    const order = { pin, accountId, lineId: null, via: 'web', source, staffId: null, payerName: null } as const;
    const redeemed = await redeemVoucher({ ...worker, ...counted }, order);
    if (redeemed.kind !== 'used') throw new Error(`the voucher is ${redeemed.kind}`);
  },
  /** Cash at an agent, once for each form. */
  sellAtAgent: async (worker: Worker, { id }: Customer, sale: Sale) => {
    const [account] = await worker.database
      .select({ number: accounts.number })
      .from(accounts)
      .where(eq(accounts.id, id));
    await sellAtAgent(worker, { ...sale, customer: account?.number ?? '' });
  },
  payFromCredit: (worker: Worker, { id: userId, lineId, email }: Customer, order: Omit<Ordered, 'amountKobo'>) => {
    const { planId, purpose, bundleId = null } = order;
    return payWithCredit(worker, { userId, lineId, email, planId, purpose, bundleId, paidUntil: null });
  },
  choose: (worker: Worker, { lineId }: Customer, planId: string) => tried(choosePlan(worker, { lineId, planId })),
  withdraw: (worker: Worker, { lineId }: Customer) => tried(withdrawPlanChange(worker, lineId)),
  leave: (worker: Worker, who: Customer) => tried(cancelSubscription(worker, { ...lineOf(who), reason: 'Moving' })),
  stay: (worker: Worker, who: Customer) => tried(withdrawCancellation(worker, lineOf(who))),
  pause: (worker: Worker, who: Customer, days: number) => tried(pauseSubscription(worker, { ...lineOf(who), days })),
  comeBack: (worker: Worker, who: Customer) => tried(endPause(worker, lineOf(who))),
  outage: (worker: Worker, { lineId }: Customer, creditMs: number) =>
    runTransaction(worker.database, async (tx) => {
      const line = await lockOpenSubscription(tx, lineId);
      if (line) await extendForOutage(worker, tx, [{ subscriptionId: line.id, creditMs }], worker.clock());
    }),
  /** Gives the line what it pays beside its plan, unless it has it. */
  startAddon: (worker: Worker, { lineId }: Customer, staffId: number) =>
    tried(
      runTransaction(worker.database, async (tx) => {
        if (!(await findAddon(tx, lineId))) await startAddon(worker, tx, { lineId, kind: 'ipv4', staffId });
      }),
    ),
  endAddon: (worker: Worker, { lineId }: Customer) =>
    runTransaction(worker.database, async (tx) => {
      const id = await findAddon(tx, lineId);
      if (id) await endAddon(worker, tx, { id, now: worker.clock() });
    }),
  keepAddon: (worker: Worker, { lineId }: Customer) =>
    runTransaction(worker.database, async (tx) => {
      const id = await findAddon(tx, lineId);
      if (id) await keepAddon(tx, { id, now: worker.clock() });
    }),
  promise: (worker: Worker, who: Customer, until: string, by: Promiser) =>
    tried(makePromise(worker, { ...lineOf(who), until, ...by })),
  /** By a manager; a second one approves where that is needed. */
  courtesy: async (worker: Worker, who: Customer, grant: Courtesy) => {
    const { days, request: clientRequestId, managers } = grant;
    const order = { ...lineOf(who), days, clientRequestId, reason: 'Long outage', roles: ['manager'] as const };
    const give = async () => {
      const { id, status } = await giveCourtesyDays(worker, { ...order, staffId: managers[0] });
      if (status === 'awaiting-approval')
        await decideCourtesyDays(worker, { id, staffId: managers[1], approve: true, reason: 'Seen' });
    };
    await tried(give());
  },
  /** Staff offer the line to somebody, who accepts. */
  handOver: async (worker: Worker, { lineId }: Customer, to: Customer, staffId: number) => {
    const tokens = [`offer-${lineId}-${to.id}`, `stop-${lineId}-${to.id}`] as const;
    let made = 0;
    const known = { ...worker, settings: unpublishedSettings, newLinkToken: () => tokens[made++ % 2] ?? '' };
    const wish = {
      lineId,
      isWholeAccount: false,
      to: to.email,
      identifiedBy: 'Identity card seen',
      reason: 'Sold',
      staffId,
    };
    const accept = () => tried(acceptOffer(worker, { token: tokens[0], accountId: to.id, userId: to.id }));
    // What a killed worker has offered.
    await accept();
    await tried(offerLine(known, wish));
    await accept();
  },
  refund: (worker: Worker, reference: string, staffId: number, keepService: boolean) =>
    tried(requestRefund(worker, { reference, staffId, reason: 'Asked for', keepService })),
  chargeBack: (worker: Worker, reference: string, staffId: number) =>
    tried(recordChargeback(worker, { reference, staffId, reason: 'Letter of the bank' })),
};
