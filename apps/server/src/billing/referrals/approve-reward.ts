import { recordAudit } from '../../identity/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { prepareReward } from './prepare-reward.ts';
import { findReferralById, markRewardApproved } from './referral.repository.ts';

export type ApproveRewardDependencies = Pick<
  BillingDependencies,
  'database' | 'clock' | 'notify' | 'publishLiveUpdate'
>;

/**
 * Staff confirm, once, that the two of a referral are two people whatever the fraud signals: a
 * refused reward is paid now, and a pending one when the friend pays. Audited. Locks in the order
 * of decision 004. Throws referral.not-found, referral.decided.
 */
export async function approveReward(
  deps: ApproveRewardDependencies,
  order: { readonly id: string; readonly staffId: number; readonly reason: string },
): Promise<{ readonly isPaid: boolean }> {
  const { id, staffId, reason } = order;
  const now = deps.clock();
  const found = isUuid(id) ? await findReferralById(deps.database, id) : null;
  if (!found || found.refereeId === null) throw new ApiError('referral.not-found');
  const { refereeId, referrerId } = found;
  const status = await runTransaction(deps.database, async (tx) => {
    const reward = await prepareReward(deps, tx, refereeId);
    await lockCustomer(tx, 'referral-rewards', referrerId);
    const before = await findReferralById(tx, id);
    if (!(await markRewardApproved(tx, id, now))) throw new ApiError('referral.decided');
    await reward();
    const after = await findReferralById(tx, id);
    await recordAudit(tx, {
      actorId: staffId,
      action: 'referral.approve-reward',
      subject: `referral:${id}`,
      before: { status: before?.status, flags: before?.flags },
      after: { status: after?.status, reason },
    });
    return after?.status;
  });
  deps.publishLiveUpdate(referrerId, 'referral');
  return { isPaid: status === 'completed' };
}
