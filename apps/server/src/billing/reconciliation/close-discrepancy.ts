import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { RefundDependencies } from '../refunds/refund-dependencies.ts';
import { closeDiscrepancy } from './gateway-discrepancy.repository.ts';

/** Closes a difference between a gateway and our books, once, with what was found out about it. Audited. Refuses with payment.difference-not-found. */
export async function closeGatewayDifference(
  parts: Pick<RefundDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: { readonly id: number; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { id, staffId, reason } = order;
  await runTransaction(parts.database, async (tx) => {
    const closed = await closeDiscrepancy(tx, id, { closedAt: parts.clock(), closedBy: staffId, closeReason: reason });
    if (!closed) throw new ApiError('payment.difference-not-found');
    const { gateway, reference, kind } = closed;
    await parts.recordAudit(tx, {
      ...{ actorId: staffId, action: 'payment.difference-closed', subject: `payment:${reference}` },
      before: { gateway, kind },
      after: { reason },
    });
  });
}
