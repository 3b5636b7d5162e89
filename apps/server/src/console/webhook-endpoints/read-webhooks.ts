import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { presentDelivery, presentEndpoint } from './present-webhook.ts';
import { type DeliveryPage, findDelivery, listDeliveryRows } from './webhook-delivery.repository.ts';
import { findEndpoint, listEndpointViews } from './webhook-endpoint.repository.ts';

const PAGE_SIZE = 50;

/** All endpoints, oldest first. */
export async function listWebhookEndpoints(database: Database): Promise<WebhookEndpoint[]> {
  return (await listEndpointViews(database)).map(presentEndpoint);
}

/**
 * The deliveries of an endpoint, newest first: 50 unless `limit` says otherwise, older than `before`
 * when it is given. Throws ApiError webhook-endpoint.not-found.
 */
export async function listWebhookDeliveries(
  database: Database,
  endpointId: string,
  page: Omit<DeliveryPage, 'limit'> & { readonly limit?: number | undefined },
): Promise<WebhookDelivery[]> {
  if (!(await findEndpoint(database, endpointId))) throw new ApiError('webhook-endpoint.not-found');
  const rows = await listDeliveryRows(database, endpointId, { ...page, limit: page.limit ?? PAGE_SIZE });
  return rows.map(presentDelivery);
}

/** One delivery with its body and attempts. Throws ApiError webhook-delivery.not-found. */
export async function readWebhookDelivery(
  database: Database,
  endpointId: string,
  id: number,
): Promise<WebhookDelivery & { readonly body: string; readonly history: WebhookAttempt[] }> {
  const row = await findDelivery(database, endpointId, id);
  if (!row) throw new ApiError('webhook-delivery.not-found');
  return { ...presentDelivery(row), body: row.body, history: row.history };
}
