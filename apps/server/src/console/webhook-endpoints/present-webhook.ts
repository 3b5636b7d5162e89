import type { WebhookDelivery, WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { DeliveryRow } from './webhook-delivery.repository.ts';
import { listEndpointViews } from './webhook-endpoint.repository.ts';

type View = Awaited<ReturnType<typeof listEndpointViews>>[number];

/** An endpoint as staff see it, without its secrets. */
export function presentEndpoint({ endpoint, authorName, lastEvent, lastState, lastAt }: View): WebhookEndpoint {
  const { id, url, description, events, isOn, offReason } = endpoint;
  return {
    id,
    url,
    description,
    events,
    isOn,
    offReason,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    previousSecretUntil: endpoint.previousSecretUntil?.toISOString() ?? null,
    createdBy: { id: endpoint.createdBy, name: authorName },
    createdAt: endpoint.createdAt.toISOString(),
    lastDelivery:
      lastEvent !== null && lastState !== null && lastAt !== null
        ? { event: lastEvent, state: lastState, at: lastAt.toISOString() }
        : null,
  };
}

/** Throws webhook-endpoint.not-found. */
export async function requireEndpointView(queryable: Queryable, id: string): Promise<WebhookEndpoint> {
  const [view] = await listEndpointViews(queryable, id);
  if (!view) throw new ApiError('webhook-endpoint.not-found');
  return presentEndpoint(view);
}

export function presentDelivery(row: Omit<DeliveryRow, 'endpointId' | 'body' | 'history'>): WebhookDelivery {
  const { id, messageId, event, state, attempts, lastStatus, lastError } = row;
  return {
    id,
    messageId,
    event,
    state,
    attempts,
    lastStatus,
    lastError,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
