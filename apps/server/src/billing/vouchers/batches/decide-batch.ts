import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { lockBatch, moveBatch } from './batch.repository.ts';

type Decision = {
  readonly number: number;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

async function decide(deps: BillingDependencies, tx: Transaction, decision: Decision): Promise<void> {
  const { number, staffId, approve, reason } = decision;
  const batch = await lockBatch(tx, number);
  if (!batch) throw new ApiError('voucher.no-batch');
  if (batch.status !== 'awaiting-approval') throw new ApiError('voucher.not-waiting');
  if (approve && batch.createdBy === staffId) throw new ApiError('voucher.second-person');
  await moveBatch(tx, number, ['awaiting-approval'], {
    status: approve ? 'approved' : 'declined',
    decidedBy: staffId,
    decidedAt: deps.clock(),
    decisionReason: reason,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: approve ? 'voucher-batch.approve' : 'voucher-batch.decline',
    subject: `voucher-batch:${number}`,
    before: { status: batch.status },
    after: { count: batch.count, amountKobo: batch.amount, reason },
  });
}

/**
 * Approves a batch that waits for a second person, or declines it; who made it may take it back but not
 * approve it. Audited. Throws voucher.no-batch, voucher.not-waiting, voucher.second-person.
 */
export async function decideBatch(deps: BillingDependencies, decision: Decision): Promise<void> {
  await runTransaction(deps.database, (tx) => decide(deps, tx, decision));
}
