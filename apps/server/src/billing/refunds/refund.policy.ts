import { addKobo, type Kobo, negateKobo } from '@portal/kernel/money';
import { becameCredit } from '../payments/payment.policy.ts';

type Paid = {
  readonly gateway: string;
  readonly amount: Kobo;
  readonly creditUsed: Kobo;
  readonly received: Kobo | null;
  readonly sentBack: Kobo;
  readonly upgradeFromPlanId: string | null;
  readonly description: string;
};

/** What came in with a payment: the amount due, unless staff booked another sum. */
export function receivedOf(payment: Pick<Paid, 'amount' | 'received'>): Kobo {
  return payment.received ?? payment.amount;
}

/** What of it is still ours: what came in, less the deps that its gateway has sent back. */
export function keptOf(payment: Pick<Paid, 'amount' | 'received' | 'sentBack'>): Kobo {
  return addKobo(receivedOf(payment), negateKobo(payment.sentBack));
}

/** What goes back: what is still ours of what came in, or for a payment from credit the credit. */
export function refundableOf(payment: Paid): Kobo {
  return payment.gateway === 'credit' ? addKobo(payment.amount, payment.creditUsed) : keptOf(payment);
}

/** Whether there is something to send back, and a way. Whether the payment's state allows it is another question. */
export function isRefundable(deps: { readonly gateways: readonly { readonly id: string }[] }, payment: Paid): boolean {
  const known = payment.gateway === 'credit' || deps.gateways.some(({ id }) => id === payment.gateway);
  // What a dearer plan cost for some days is not unwound by itself.
  const isUpgrade = payment.upgradeFromPlanId !== null && !becameCredit(payment);
  return known && refundableOf(payment) > 0 && !isUpgrade;
}
