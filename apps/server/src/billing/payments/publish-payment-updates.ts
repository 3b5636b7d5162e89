import { findRewardOf } from '../refunds/refund.repository.ts';
import type { PaymentRow } from './payment.repository.ts';
import type { PaymentParts } from './payment-dependencies.ts';

/**
 * Has the open pages of the payer ask again for what a payment changes, and those of whoever was rewarded for it, or is no more. To be called after the commit; a failure is logged and
 * keeps nothing from being done.
 */
export async function tellPages(
  parts: Pick<PaymentParts, 'database' | 'log' | 'announceChange'>,
  payment: Pick<PaymentRow, 'id' | 'userId'>,
): Promise<void> {
  for (const what of ['payments', 'subscription', 'usage'] as const) parts.announceChange(payment.userId, what);
  try {
    const reward = await findRewardOf(parts.database, payment.id);
    if (reward) parts.announceChange(reward.referrerId, 'referral');
  } catch (error) {
    parts.log.warn({ err: error }, 'a referrer was not told of a reward');
  }
}
