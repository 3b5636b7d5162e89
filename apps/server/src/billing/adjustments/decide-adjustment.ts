import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { decideAdjustmentRow, lockAdjustment } from './adjustment.repository.ts';
import { bookAdjustment } from './give-credit.ts';

type Decision = {
  readonly id: string;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

async function decide(deps: BillingDependencies, tx: Transaction, decision: Decision): Promise<number> {
  const { id, staffId, approve, reason } = decision;
  const now = deps.clock();
  const adjustment = isUuid(id) ? await lockAdjustment(tx, id) : null;
  if (adjustment?.status !== 'awaiting-approval') throw new ApiError('adjustment.not-found');
  if (approve && adjustment.requestedBy === staffId) throw new ApiError('adjustment.second-person');
  await decideAdjustmentRow(tx, id, {
    status: approve ? 'booked' : 'declined',
    decidedBy: staffId,
    decisionReason: reason,
    decidedAt: now,
  });
  if (approve) await bookAdjustment(deps, tx, adjustment, now);
  await recordAudit(tx, {
    actorId: staffId,
    action: approve ? 'credit.approve' : 'credit.decline',
    subject: `customer:${adjustment.userId}`,
    before: { adjustment: id, status: adjustment.status },
    after: { amountKobo: adjustment.amount, reason },
  });
  return adjustment.userId;
}

/**
 * Approves credit that waits for a second person, and books it, or declines it; who asked for it may
 * take it back but not approve it. Audited. Throws adjustment.not-found, adjustment.second-person.
 */
export async function decideAdjustment(deps: BillingDependencies, decision: Decision): Promise<void> {
  const userId = await runTransaction(deps.database, (tx) => decide(deps, tx, decision));
  deps.publishLiveUpdate(userId, 'payments');
}
