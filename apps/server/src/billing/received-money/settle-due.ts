import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { buysNothing } from '../payments/payment.policy.ts';
import { type EventSource, findCustomer, type PaymentRow } from '../payments/payment.repository.ts';
import { listLineIds } from './due.repository.ts';
import { payDue } from './pay-due.ts';

/** Whether a payment, once it is credit, pays something else: `queueUp` has to come before it. */
export function paysDueAfterwards({ linkId, paysDue }: Pick<PaymentRow, 'linkId' | 'paysDue'>): boolean {
  return linkId !== null || paysDue;
}

/**
 * Pays what is due, oldest first, from a payment of any sum that somebody has made for a customer and
 * that is credit by now. In the transaction that has made it successful, after `queueUp`.
 */
export async function settleDue(
  deps: BillingDependencies,
  tx: Transaction,
  payment: PaymentRow,
  source: EventSource,
  now: Date,
): Promise<void> {
  if (!payment.paysDue || !buysNothing(payment)) return;
  const { userId } = payment;
  const [first, ...others] = await listLineIds(tx, userId);
  if (first === undefined) return;
  // What it pays names plans and lines, which are not the payer's business.
  const { email } = await findCustomer(tx, userId);
  await payDue(deps, tx, { userId, email, source, lineIds: [first, ...others], planId: null }, now);
}
