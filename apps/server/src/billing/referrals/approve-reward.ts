import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { clearReferral, findReferralById } from './referral.repository.ts';

export type ApproveRewardDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** Holds the payment with which a friend has bought something; what it resolves to pays the reward for it, and does nothing where there is none. */
  readonly prepareReward: (tx: Transaction, friendId: number) => Promise<() => Promise<void>>;
  readonly publishLiveUpdate: (userId: number, what: 'referral') => void;
};

/**
 * Staff say, once, that the two of a referral are two people whatever the signs: what was refused is paid now, and what is awaited when the friend pays. Audited. Locks in the order of
 * decision 004. Refuses with referral.not-found, referral.decided.
 */
export async function payAllTheSame(
  parts: ApproveRewardDependencies,
  order: { readonly id: string; readonly staffId: number; readonly reason: string },
): Promise<{ readonly isPaid: boolean }> {
  const { id, staffId, reason } = order;
  const now = parts.clock();
  const found = isUuid(id) ? await findReferralById(parts.database, id) : null;
  if (!found || found.refereeId === null) throw new ApiError('referral.not-found');
  const { refereeId, referrerId } = found;
  const status = await runTransaction(parts.database, async (tx) => {
    const reward = await parts.prepareReward(tx, refereeId);
    await lockCustomer(tx, 'referral-rewards', referrerId);
    const before = await findReferralById(tx, id);
    if (!(await clearReferral(tx, id, now))) throw new ApiError('referral.decided');
    await reward();
    const after = await findReferralById(tx, id);
    await parts.recordAudit(tx, {
      ...{ actorId: staffId, action: 'referral.clear', subject: `referral:${id}` },
      before: { status: before?.status, flags: before?.flags },
      after: { status: after?.status, reason },
    });
    return after?.status;
  });
  parts.publishLiveUpdate(referrerId, 'referral');
  return { isPaid: status === 'completed' };
}
