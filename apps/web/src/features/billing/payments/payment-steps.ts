import type { Bought } from '@portal/contract/billing/payments/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import type { Verification } from './api/verify-payment.ts';

/**
 * The plan that is preselected when the screen opens: that of an awaited first payment or overdue
 * renewal; else none. A paused subscription owes nothing.
 */
export function preselectedPlanId(subscription: SubscriptionView | null): string | null {
  const owing =
    subscription?.status === 'pending' || (subscription?.status === 'suspended' && !subscription.pausedUntil);
  return owing ? ownPlanId(subscription) : null;
}

/** The plan that the customer's next payment is for, or null without a subscription. */
export function ownPlanId(subscription: SubscriptionView | null): string | null {
  return subscription ? (subscription.scheduledPlanId ?? subscription.planId) : null;
}

/**
 * The plan of the customer's next month, also when it is no longer sold: its customers keep it, but
 * it cannot be chosen anew.
 */
export function findOwnPlan(
  plans: readonly PaymentPlan[],
  subscription: SubscriptionView | null,
): Pick<PaymentPlan, 'id' | 'name'> | undefined {
  const ownId = ownPlanId(subscription);
  const sold = plans.find(({ id }) => id === ownId);
  if (sold || !subscription || subscription.status === 'pending' || ownId !== subscription.planId) return sold;
  return { id: subscription.planId, name: subscription.planName };
}

/**
 * A payment that has arrived, as the last screen shows it. Amount, reference and receipt are null
 * where account credit paid.
 */
export type ReceivedPayment = {
  readonly amountNaira: number | null;
  readonly reference: string | null;
  readonly receiptNumber: string | null;
  readonly bought: Bought;
};

/** `boughtWithCredit` is the product that account credit alone has just paid for, or null. */
export function receivedPayment(outcome: Verification | null, boughtWithCredit: Bought | null): ReceivedPayment | null {
  if (boughtWithCredit) return { amountNaira: null, reference: null, receiptNumber: null, bought: boughtWithCredit };
  if (outcome?.status !== 'success') return null;
  const { amount, reference, receiptNumber, bought } = outcome.data;
  return { amountNaira: amount, reference, receiptNumber, bought };
}

export type PaymentProgress = {
  readonly planChosen: boolean;
  readonly opened: boolean;
  readonly outcome: Verification | null;
  readonly received: ReceivedPayment | null;
};

/**
 * The customer's step between 'Choose plan' (0), 'Pay' (1), 'Verify' (2) and done (3). A failed
 * payment leads back to paying.
 */
export function paymentStep({ planChosen, opened, outcome, received }: PaymentProgress): 0 | 1 | 2 | 3 {
  if (received) return 3;
  if (outcome?.status === 'pending' || outcome?.status === 'review') return 2;
  if (opened && outcome === null) return 2;
  return planChosen ? 1 : 0;
}
