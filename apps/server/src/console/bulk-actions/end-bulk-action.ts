import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type BulkRow, findBulkAction, moveBulkAction } from './bulk-action.repository.ts';
import type { BulkDependencies } from './bulk-dependencies.ts';

type Dependencies = Pick<BulkDependencies, 'database' | 'clock' | 'recordAudit'>;

async function requireAction(tx: Transaction, id: string): Promise<BulkRow> {
  const found = isUuid(id) ? await findBulkAction(tx, id) : null;
  if (!found) throw new ApiError('bulk.not-found');
  return found;
}

/**
 * Has it done to no further customer; what is done stays. Audited. Throws ApiError bulk.not-found,
 * bulk.ended.
 */
export async function cancelBulkAction(
  { database, clock, recordAudit }: Dependencies,
  { id, staffId }: { readonly id: string; readonly staffId: number },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    const before = await requireAction(tx, id);
    const cancelled = await moveBulkAction(tx, id, {
      from: ['awaiting-approval', 'running'],
      to: { state: 'cancelled', cancelledBy: staffId, finishedAt: clock() },
    });
    if (!cancelled) throw new ApiError('bulk.ended');
    await recordAudit(tx, {
      actorId: staffId,
      action: 'bulk.cancel',
      subject: `bulk:${id}`,
      before: { state: before.state },
      after: { state: 'cancelled', done: cancelled.done },
    });
  });
}

/**
 * Approves an action that waits for a second person, or declines it; who asked for it may take it
 * back but not approve it. Audited. Throws ApiError bulk.not-found, bulk.ended, bulk.second-person.
 */
export async function decideBulkAction(
  { database, clock, recordAudit }: Dependencies,
  order: { readonly id: string; readonly staffId: number; readonly approve: boolean; readonly reason: string },
): Promise<void> {
  const { id, staffId, approve, reason } = order;
  await runTransaction(database, async (tx) => {
    const before = await requireAction(tx, id);
    if (approve && before.requestedBy === staffId) throw new ApiError('bulk.second-person');
    const decision = { decidedBy: staffId, decisionReason: reason };
    const decided = await moveBulkAction(tx, id, {
      from: ['awaiting-approval'],
      to: approve ? { ...decision, state: 'running' } : { ...decision, state: 'declined', finishedAt: clock() },
    });
    if (!decided) throw new ApiError('bulk.ended');
    await recordAudit(tx, {
      actorId: staffId,
      action: approve ? 'bulk.approve' : 'bulk.decline',
      subject: `bulk:${id}`,
      before: { state: before.state },
      after: { state: decided.state, customers: before.total, sumKobo: before.sum, reason },
    });
  });
}
