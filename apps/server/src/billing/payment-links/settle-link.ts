import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { listLineIds } from '../received-money/due.repository.ts';
import { payDue } from '../received-money/pay-due.ts';
import { findLink, markLinkPaid } from './payment-link.repository.ts';

/**
 * What a payment by a link does beside the others, in the transaction that has made it successful:
 * the link is paid, by the first, and a sum, which is credit by now, pays what is due on the account,
 * oldest first.
 * `queueUp` comes before, so that no other money of the customer's does the same.
 */
export async function settleLink(
  deps: BillingDependencies,
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const link = payment.linkId === null ? null : await findLink(tx, payment.linkId);
  if (!link) return;
  await markLinkPaid(tx, link.id, payment.id);
  const { userId, lineId } = link;
  if (link.kind !== 'sum') return;
  const others = (await listLineIds(tx, userId)).filter((id) => id !== lineId);
  const order = { userId, lineIds: [lineId, ...others] as const, email: payment.email, planId: null };
  await payDue(deps, tx, { ...order, source: 'staff' }, now);
}
