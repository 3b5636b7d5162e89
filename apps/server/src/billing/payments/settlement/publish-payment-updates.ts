import type { BillingDependencies } from '../../billing-dependencies.ts';
import { findRewardOf } from '../../refunds/refund.repository.ts';
import type { PaymentRow } from '../payment.repository.ts';

/**
 * Has the open pages of the payer refetch what a payment changes, and those of the referrer who was
 * rewarded for it, or no longer is. Call it after the commit; a failure is logged and prevents
 * nothing.
 */
export async function publishPaymentUpdates(
  deps: Pick<BillingDependencies, 'database' | 'log' | 'publishLiveUpdate'>,
  payment: Pick<PaymentRow, 'id' | 'userId'>,
): Promise<void> {
  for (const what of ['payments', 'subscription', 'usage'] as const) deps.publishLiveUpdate(payment.userId, what);
  try {
    const reward = await findRewardOf(deps.database, payment.id);
    if (reward) deps.publishLiveUpdate(reward.referrerId, 'referral');
  } catch (error) {
    deps.log.warn({ err: error }, 'a referrer could not be notified of a reward');
  }
}
