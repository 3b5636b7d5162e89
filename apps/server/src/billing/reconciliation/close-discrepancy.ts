import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { closeDiscrepancy } from './gateway-discrepancy.repository.ts';

/**
 * Closes a discrepancy between a gateway and the ledger, once, with what was found out about it.
 * Audited. Throws payment.discrepancy-not-found.
 */
export async function closeGatewayDiscrepancy(
  deps: Pick<BillingDependencies, 'database' | 'clock'>,
  order: { readonly id: number; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { id, staffId, reason } = order;
  await runTransaction(deps.database, async (tx) => {
    const closed = await closeDiscrepancy(tx, id, { closedAt: deps.clock(), closedBy: staffId, closeReason: reason });
    if (!closed) throw new ApiError('payment.discrepancy-not-found');
    const { gateway, reference, kind } = closed;
    await recordAudit(tx, {
      actorId: staffId,
      action: 'payment.discrepancy-closed',
      subject: `payment:${reference}`,
      before: { gateway, kind },
      after: { reason },
    });
  });
}
