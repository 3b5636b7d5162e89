import { addKobo, type Kobo, negateKobo } from '@portal/kernel/money';
import { becameCredit, isPaidOutByStaff, isToOwnNumber, kindOf, type ProductKind } from '../payments/payment.policy.ts';

type Paid = {
  readonly gateway: string;
  readonly amount: Kobo;
  readonly creditUsed: Kobo;
  readonly received: Kobo | null;
  readonly refundedOutside: Kobo;
  readonly upgradeFromPlanId: string | null;
  readonly bundleId: string | null;
  readonly chargeId: string | null;
  readonly invoiceId: string | null;
  readonly description: string;
};

/** What came in with a payment: the amount due, unless staff booked another sum. */
export function receivedOf(payment: Pick<Paid, 'amount' | 'received'>): Kobo {
  return payment.received ?? payment.amount;
}

/**
 * What of it is still ours: what came in, less what its gateway has refunded outside the portal.
 */
export function netReceived(payment: Pick<Paid, 'amount' | 'received' | 'refundedOutside'>): Kobo {
  return addKobo(receivedOf(payment), negateKobo(payment.refundedOutside));
}

/** What goes back: what is still ours of what came in, or for a payment from credit the credit. */
export function refundableOf(payment: Paid): Kobo {
  return payment.gateway === 'credit' ? addKobo(payment.amount, payment.creditUsed) : netReceived(payment);
}

/**
 * Whether a refund waits for staff to pay it out: that is how one of money from the counter is under way, and
 * one to an account number that its gateway did not send back, of which it is not asked any more.
 */
export function isToPayOut(
  payment: { readonly gateway: string; readonly channel: string | null },
  refund: { readonly status: string; readonly nextCheckAt: Date | null },
): boolean {
  if (refund.status !== 'pending') return false;
  return isPaidOutByStaff(payment) || (isToOwnNumber(payment) && refund.nextCheckAt === null);
}

/**
 * Whether there is something to send back, and a way. Whether the payment's state allows it is
 * another question.
 */
export function isRefundable(
  deps: {
    readonly gateways: readonly { readonly id: string }[];
    readonly products: Readonly<Record<ProductKind, { readonly isRefundable: boolean }>>;
  },
  payment: Paid,
): boolean {
  const isOurs = payment.gateway === 'credit' || isPaidOutByStaff(payment);
  const known = isOurs || deps.gateways.some(({ id }) => id === payment.gateway);
  const isReversible = becameCredit(payment) || deps.products[kindOf(payment)].isRefundable;
  return known && refundableOf(payment) > 0 && isReversible;
}
