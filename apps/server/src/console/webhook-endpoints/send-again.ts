import type { WebhookDelivery } from '@portal/contract/console/webhook-endpoints';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { presentDelivery } from './present-webhook.ts';
import { recordTestEvent } from './record-event.ts';
import { restartDelivery, restartFailed } from './webhook-delivery.repository.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import { findEndpoint } from './webhook-endpoint.repository.ts';

const AT_ONCE = 1000;

/** Throws ApiError webhook-endpoint.not-found, webhook-endpoint.off. */
async function requireOn(tx: Transaction, id: string): Promise<void> {
  const endpoint = await findEndpoint(tx, id);
  if (!endpoint) throw new ApiError('webhook-endpoint.not-found');
  if (!endpoint.isOn) throw new ApiError('webhook-endpoint.off');
}

type Order<T = object> = { readonly staffId: number; readonly endpointId: string } & T;

async function audit(
  deps: WebhookDependencies,
  tx: Transaction,
  { staffId, endpointId }: Order,
  action: 'webhook-endpoint.test' | 'webhook-endpoint.retry',
  after: Record<string, unknown>,
): Promise<void> {
  const subject = `webhook-endpoint:${endpointId}`;
  await deps.recordAudit(tx, { actorId: staffId, action, subject, before: null, after });
}

/** Sends an event to try an endpoint out, audited. Throws ApiError webhook-endpoint.not-found, .off. */
export async function sendTestEvent(deps: WebhookDependencies, order: Order): Promise<WebhookDelivery> {
  const delivery = await deps.database.transaction(async (tx) => {
    await requireOn(tx, order.endpointId);
    const row = await recordTestEvent(deps, tx, order.endpointId);
    await audit(deps, tx, order, 'webhook-endpoint.test', { messageId: row.messageId });
    return row;
  });
  deps.wakeDelivery();
  return presentDelivery(delivery);
}

/**
 * Sends one delivery again now, with the schedule from its beginning, audited; a receiver knows it
 * by its webhook-id. Throws ApiError webhook-endpoint.not-found, .off, webhook-delivery.not-found.
 */
export async function sendDeliveryAgain(
  deps: WebhookDependencies,
  order: Order<{ readonly id: number }>,
): Promise<WebhookDelivery> {
  const delivery = await deps.database.transaction(async (tx) => {
    await requireOn(tx, order.endpointId);
    const row = await restartDelivery(tx, order.endpointId, order.id, deps.clock());
    if (!row) throw new ApiError('webhook-delivery.not-found');
    await audit(deps, tx, order, 'webhook-endpoint.retry', { messageId: row.messageId, event: row.event });
    return row;
  });
  deps.wakeDelivery();
  return presentDelivery(delivery);
}

/**
 * Sends what was given up since a time again, 1,000 at most, the oldest first; audited when there
 * was any. Returns how many. Throws ApiError webhook-endpoint.not-found, webhook-endpoint.off.
 */
export async function sendFailedAgain(
  deps: WebhookDependencies,
  order: Order<{ readonly since: Date }>,
): Promise<number> {
  const { endpointId, since } = order;
  const retried = await deps.database.transaction(async (tx) => {
    await requireOn(tx, endpointId);
    const count = await restartFailed(tx, endpointId, { since, limit: AT_ONCE, now: deps.clock() });
    if (count > 0) {
      await audit(deps, tx, order, 'webhook-endpoint.retry', { since: since.toISOString(), retried: count });
    }
    return count;
  });
  deps.wakeDelivery();
  return retried;
}
