import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { decideCourtesyRow, lockCourtesyDays } from './courtesy-days.repository.ts';
import { bookCourtesyDays, type CourtesyDependencies } from './give-courtesy-days.ts';

type Decision = {
  readonly id: string;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

async function decide(deps: CourtesyDependencies, tx: Transaction, decision: Decision): Promise<number> {
  const { id, staffId, approve, reason } = decision;
  const now = deps.clock();
  const grant = isUuid(id) ? await lockCourtesyDays(tx, id) : null;
  if (grant?.status !== 'awaiting-approval') throw new ApiError('courtesy-days.not-found');
  if (approve && grant.requestedBy === staffId) throw new ApiError('courtesy-days.second-person');
  await decideCourtesyRow(tx, id, {
    status: approve ? 'booked' : 'declined',
    decidedBy: staffId,
    decisionReason: reason,
    decidedAt: now,
  });
  if (approve) await bookCourtesyDays(deps, tx, grant, now);
  const { userId: accountId, lineId, days } = grant;
  await recordAudit(tx, {
    actorId: staffId,
    action: approve ? 'courtesy-days.approve' : 'courtesy-days.decline',
    subject: `customer:${accountId}`,
    before: { courtesyDays: id, status: grant.status },
    after: { ...lineInAudit({ accountId, lineId }), days, reason },
  });
  return accountId;
}

/**
 * Approves courtesy days that wait for a second person, and books them, or declines them; who asked for
 * them may take them back but not approve them. Audited. Throws courtesy-days.not-found,
 * courtesy-days.second-person, courtesy-days.not-possible.
 */
export async function decideCourtesyDays(deps: CourtesyDependencies, decision: Decision): Promise<void> {
  const accountId = await runTransaction(deps.database, (tx) => decide(deps, tx, decision));
  deps.publishLiveUpdate(accountId, 'subscription');
}
