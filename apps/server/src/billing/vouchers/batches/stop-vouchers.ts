import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { findVoucherRow, stopVoucherRows } from '../voucher.repository.ts';
import { lockBatch, moveBatch } from './batch.repository.ts';

type Stop = {
  readonly number: number;
  /** Null: all of the batch. */
  readonly index: number | null;
  readonly reason: string;
  readonly staffId: number;
};

async function stop(deps: BillingDependencies, tx: Transaction, order: Stop): Promise<void> {
  const { number, index, reason, staffId } = order;
  const now = deps.clock();
  const batch = await lockBatch(tx, number);
  if (!batch) throw new ApiError('voucher.no-batch');
  if (index !== null && !(await findVoucherRow(tx, { batch: number, index }))) throw new ApiError('voucher.not-found');
  const stopped = { stoppedBy: staffId, stoppedAt: now, stopReason: reason };
  const count = await stopVoucherRows(tx, { batch: number, index, ...stopped });
  // A batch without PINs is stopped before it has any.
  const isMoved =
    index === null && (await moveBatch(tx, number, ['approved', 'issued'], { status: 'stopped', ...stopped }));
  if (count === 0 && !isMoved) throw new ApiError('voucher.not-to-stop');
  await recordAudit(tx, {
    actorId: staffId,
    action: 'voucher-batch.stop',
    subject: `voucher-batch:${number}`,
    before: { status: batch.status },
    after: { voucher: index, stopped: count, reason },
  });
}

/**
 * Stops what is not used of a batch, or one voucher of it: from the commit on, no PIN of theirs pays. What
 * they are worth stays owed until it expires or is taken back. Audited. Throws voucher.no-batch,
 * voucher.not-found, voucher.not-to-stop.
 */
export async function stopVouchers(deps: BillingDependencies, order: Stop): Promise<void> {
  await runTransaction(deps.database, (tx) => stop(deps, tx, order));
}
