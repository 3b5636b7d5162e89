import { addKobo, type Kobo } from '@portal/kernel/money';
import { becameCredit } from './payment.policy.ts';

type Paid = {
  readonly gateway: string;
  readonly amount: Kobo;
  readonly creditUsed: Kobo;
  readonly received: Kobo | null;
  readonly upgradeFromPlanId: string | null;
  readonly description: string;
};

/** What came in with a payment: the amount due, unless staff booked another sum. */
export function receivedOf(payment: Pick<Paid, 'amount' | 'received'>): Kobo {
  return payment.received ?? payment.amount;
}

/** What goes back: what came in, or for a payment from credit the credit. */
export function refundableOf(payment: Paid): Kobo {
  return payment.gateway === 'credit' ? addKobo(payment.amount, payment.creditUsed) : receivedOf(payment);
}

/** Whether there is something to send back, and a way. Whether the payment's state allows it is another question. */
export function isRefundable(parts: { readonly gateways: readonly { readonly id: string }[] }, payment: Paid): boolean {
  const known = payment.gateway === 'credit' || parts.gateways.some(({ id }) => id === payment.gateway);
  // What a dearer plan cost for some days is not unwound by itself.
  const isUpgrade = payment.upgradeFromPlanId !== null && !becameCredit(payment);
  return known && refundableOf(payment) > 0 && !isUpgrade;
}
