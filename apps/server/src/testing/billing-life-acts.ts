import type { GatewayId } from '@portal/contract/payment';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../database/connection.ts';
import { runTransaction } from '../database/run-transaction.ts';
import { recordChargeback } from '../features/payment/charge-back.ts';
import { initializePayment } from '../features/payment/initialize-payment.ts';
import { payWithCredit } from '../features/payment/pay-with-credit.ts';
import { findPaymentByReference } from '../features/payment/payment.repository.ts';
import type { Purpose } from '../features/payment/quote-payment.ts';
import type { RefundParts } from '../features/payment/refund-parts.port.ts';
import { requestRefund } from '../features/payment/refund-payment.ts';
import { settlePayment } from '../features/payment/settle-payment.ts';
import { findActivePlan } from '../features/plan/find-active-plan.ts';
import { cancelSubscription, withdrawCancellation } from '../features/subscription/cancel-subscription.ts';
import { choosePlan } from '../features/subscription/choose-plan.ts';
import { giveTimeBack } from '../features/subscription/give-time-back.ts';
import { endPause, pauseSubscription } from '../features/subscription/pause-subscription.ts';
import type { RenewalParts } from '../features/subscription/renewal-parts.port.ts';
import { lockOpenSubscription } from '../features/subscription/subscription.repository.ts';
import { withdrawPlanChange } from '../features/subscription/withdraw-plan-change.ts';
import { Refusal } from '../http/refusal.ts';

/** One program that works on the books; several may at once. */
export type Worker = {
  readonly database: Database;
  readonly payments: RefundParts;
  readonly renewals: RenewalParts;
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
    if (!(error instanceof Refusal)) throw error;
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
      if (line) await giveTimeBack(renewals, tx, [{ subscriptionId: line.id, lostMs }], renewals.clock());
    }),
  refund: ({ payments }: Worker, reference: string, staffId: number, keepService: boolean) =>
    tried(requestRefund(payments, { reference, staffId, reason: 'Asked for', keepService })),
  chargeBack: ({ payments }: Worker, reference: string, staffId: number) =>
    tried(recordChargeback(payments, { reference, staffId, reason: 'Letter of the bank' })),
};
