import type { DeliveryKind } from '@portal/contract/console/operations';
import { retryWebhooks } from '../../billing/index.ts';
import { retryMessages } from '../../messaging/index.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { OperationsDependencies } from './operations-dependencies.ts';

/** The most that one call retries. */
const AT_ONCE = 500;

/**
 * Makes failed deliveries of a kind due now, audited: the one with the id, or with null all that
 * can be retried, at most 500. Returns how many; 0 when there is nothing to do, as in a repeat.
 */
export async function retryDeliveries(
  deps: OperationsDependencies,
  order: { readonly staffId: number; readonly kind: DeliveryKind; readonly id: number | null },
): Promise<number> {
  const { staffId, kind, id } = order;
  const wanted = id === null ? { limit: AT_ONCE } : { id };
  return runTransaction(deps.database, async (tx) => {
    const retried =
      kind === 'webhook' ? await retryWebhooks(tx, wanted, deps.clock()) : await retryMessages(tx, kind, wanted);
    if (retried === 0) return 0;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'delivery.retry',
      subject: id === null ? `delivery:${kind}` : `delivery:${kind}:${id}`,
      before: null,
      after: { retried },
    });
    afterCommit(tx, () => (kind === 'webhook' ? deps.wakeWebhookWorkers() : deps.wakeChannel(kind)));
    return retried;
  });
}
