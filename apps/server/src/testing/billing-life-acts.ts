import type { GatewayId } from '@portal/contract/billing/payments';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import { payWithCredit } from '../billing/credit/pay-with-credit.ts';
import { recordChargeback } from '../billing/payments/disputes/record-chargeback.ts';
import { initializePayment } from '../billing/payments/initialize-payment.ts';
import { findPaymentByReference } from '../billing/payments/payment.repository.ts';
import { settlePayment } from '../billing/payments/settle-payment.ts';
import type { Purpose } from '../billing/pricing/quote-payment.ts';
import type { RefundDependencies } from '../billing/refunds/refund-dependencies.ts';
import { requestRefund } from '../billing/refunds/refund-payment.ts';
import type { RenewalDependencies } from '../billing/renewals/renewal-dependencies.ts';
import { cancelSubscription, withdrawCancellation } from '../billing/subscriptions/cancel-subscription.ts';
import { choosePlan } from '../billing/subscriptions/choose-plan.ts';
import { extendForOutage } from '../billing/subscriptions/extend-for-outage.ts';
import { endPause, pauseSubscription } from '../billing/subscriptions/pauses/pause-subscription.ts';
import { lockOpenSubscription } from '../billing/subscriptions/subscription.repository.ts';
import { withdrawPlanChange } from '../billing/subscriptions/withdraw-plan-change.ts';
import { findActivePlan } from '../catalogue/plans/find-active-plan.ts';
import type { Database } from '../platform/database/connection.ts';
import { runTransaction } from '../platform/database/run-transaction.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** One program that works on the books; several may at once. */
export type Worker = {
  readonly database: Database;
  readonly payments: RefundDependencies;
  readonly renewals: RenewalDependencies;
};

export type Customer = { readonly id: number; readonly email: string };

export type Ordered = {
  readonly amountKobo: Kobo;
  readonly planId: string;
  readonly purpose: Purpose;
  readonly gatewayId?: GatewayId;
  readonly bundleId?: string;
};

/** What people try without a right to is refused, and that is that. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** What customers and staff do, by whichever worker. */
export const acts = {
  open: async ({ payments }: Worker, who: Customer, order: Ordered): Promise<string> => {
    const { gatewayId = 'quickteller', bundleId = null, amountKobo, planId, purpose } = order;
    const payer = { id: who.id, name: 'Amina' };
    const amountNaira = nairaFromKobo(amountKobo);
    const opened = { gatewayId, planId, purpose, bundleId, amountNaira, email: who.email, payer };
    return (await initializePayment(payments, opened)).reference;
  },
  settle: async ({ payments, database }: Worker, reference: string) => {
    const payment = await findPaymentByReference(database, reference);
    if (!payment) throw new Error(`no payment ${reference}`);
    await settlePayment(payments, payment, 'webhook');
  },
  payFromCredit: ({ payments }: Worker, { id: userId, email }: Customer, order: Omit<Ordered, 'amountKobo'>) => {
    const { planId, purpose, bundleId = null } = order;
    return payWithCredit(payments, { userId, email, planId, purpose, bundleId, paidUntil: null });
  },
  choose: ({ database, renewals: { clock, rules } }: Worker, { id: userId }: Customer, planId: string) =>
    tried(choosePlan({ database, clock, findActivePlan, rules }, { userId, planId })),
  withdraw: ({ renewals }: Worker, { id }: Customer) => tried(withdrawPlanChange(renewals, id)),
  leave: ({ renewals }: Worker, { id: userId }: Customer) =>
    tried(cancelSubscription(renewals, { userId, reason: 'Moving' })),
  stay: ({ renewals }: Worker, { id }: Customer) => tried(withdrawCancellation(renewals, id)),
  pause: ({ renewals }: Worker, { id: userId }: Customer, days: number) =>
    tried(pauseSubscription(renewals, { userId, days })),
  comeBack: ({ renewals }: Worker, { id }: Customer) => tried(endPause(renewals, id)),
  outage: ({ database, renewals }: Worker, { id }: Customer, lostMs: number) =>
    runTransaction(database, async (tx) => {
      const line = await lockOpenSubscription(tx, id);
      if (line) await extendForOutage(renewals, tx, [{ subscriptionId: line.id, lostMs }], renewals.clock());
    }),
  refund: ({ payments }: Worker, reference: string, staffId: number, keepService: boolean) =>
    tried(requestRefund(payments, { reference, staffId, reason: 'Asked for', keepService })),
  chargeBack: ({ payments }: Worker, reference: string, staffId: number) =>
    tried(recordChargeback(payments, { reference, staffId, reason: 'Letter of the bank' })),
};
