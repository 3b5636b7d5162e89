import {
  EVENT_VERSION,
  TEST_EVENT,
  type WebhookEventData,
  type WebhookEventType,
  webhookEvents,
} from '@portal/contract/console/webhook-events';
import * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { type DeliveryRow, insertDeliveries } from './webhook-delivery.repository.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import { listSubscribed } from './webhook-endpoint.repository.ts';

export type RecordDependencies = Pick<WebhookDependencies, 'clock' | 'randomBytes'>;

const MESSAGE_BYTES = 16;

type Subscribed = ReturnType<typeof listSubscribed>;

/** Who is told what, read once in a transaction: most have several events, and most portals no endpoint. */
const subscribed = new WeakMap<Transaction, Subscribed>();

function findSubscribed(tx: Transaction): Subscribed {
  const known = subscribed.get(tx);
  if (known) return known;
  const found = listSubscribed(tx);
  subscribed.set(tx, found);
  return found;
}

/** The message of one event; `body` is the text that is signed and sent. */
function compose(deps: RecordDependencies, type: string, data: unknown) {
  const id = `msg_${deps.randomBytes(MESSAGE_BYTES).toString('hex')}`;
  const createdAt = deps.clock();
  const body = JSON.stringify({ id, type, version: EVENT_VERSION, timestamp: createdAt.toISOString(), data });
  return { messageId: id, event: type, body, createdAt };
}

/**
 * Writes what the endpoints that want this event are told, in the transaction of the change: both
 * or neither. `read` is only called when there is such an endpoint; without any, one transaction
 * pays for one small query. An endpoint is told of events in transactions that look for endpoints
 * after it was created. Throws when the data are not those that the contract names.
 */
export async function recordEvent<Type extends WebhookEventType>(
  deps: RecordDependencies,
  tx: Transaction,
  type: Type,
  read: () => Promise<readonly WebhookEventData<Type>[]>,
): Promise<void> {
  const endpoints = (await findSubscribed(tx)).filter(({ events }) => events.includes(type));
  if (endpoints.length === 0) return;
  const messages = (await read()).map((data) => compose(deps, type, z.parse(webhookEvents[type], data)));
  const deliveries = messages.flatMap((message) => endpoints.map(({ id: endpointId }) => ({ ...message, endpointId })));
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
}

/** Writes an event that one endpoint is sent to try it out. */
export async function recordTestEvent(
  deps: RecordDependencies,
  tx: Transaction,
  endpointId: string,
): Promise<DeliveryRow> {
  const message = compose(deps, TEST_EVENT, { message: 'It works.' });
  const [delivery] = await insertDeliveries(tx, [{ ...message, endpointId }]);
  if (!delivery) throw new Error('the test event was not written');
  return delivery;
}
