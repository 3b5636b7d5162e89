import { parseUrl } from '@portal/kernel/parse-url';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, isStorableTime, optionalText, requiredText, timestamp } from '../platform/fields.ts';
import { TEST_EVENT, webhookEventTypes } from './webhook-events.ts';

export const MOST_WEBHOOK_ENDPOINTS = 20;

const WRITE_ADDRESS = 'Write an address such as https://accounting.example/webhooks';

function isDeliverable(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** The server decides which hosts it calls (docs/webhooks.md). */
const url = requiredText(500, WRITE_ADDRESS).check(
  z.refine(isDeliverable, 'Write an address that begins with https://, without a name and password in it'),
);

const eventType = z.enum(webhookEventTypes, 'There is no such event');
const events = z
  .array(eventType, 'Choose at least one event')
  .check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEventTypes.length, 'Name each event once'));

const deliveryState = z.enum(['pending', 'delivered', 'failed']);
export type WebhookDeliveryState = z.infer<typeof deliveryState>;

/**
 * `offReason`: staff have switched it off, its server answered 410 Gone, or every delivery failed
 * for three days. `failingSince`: no delivery has succeeded since. `previousSecretUntil`: until then
 * deliveries are also signed with the secret before. `lastDelivery` is the newest one.
 */
const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  offReason: z.nullable(z.enum(['staff', 'gone', 'failing'])),
  failingSince: z.nullable(timestamp),
  previousSecretUntil: z.nullable(timestamp),
  createdBy: z.object({ id: z.number(), name: z.string() }),
  createdAt: timestamp,
  lastDelivery: z.nullable(z.object({ event: z.string(), state: deliveryState, at: timestamp })),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** `error` is why there was no answer; `answer` the beginning of what the server said, at most 2 KB. */
const deliveryAttempt = z.object({
  at: timestamp,
  status: z.nullable(z.number()),
  error: z.nullable(z.string()),
  answer: z.string(),
  durationMs: z.number(),
});
export type WebhookAttempt = z.infer<typeof deliveryAttempt>;

/**
 * `messageId` is the header webhook-id. `attempts` counts since it was created or sent again.
 * `nextAttemptAt` is null once it is delivered or has failed for good.
 */
const webhookDelivery = z.object({
  id: z.number(),
  messageId: z.string(),
  event: z.string(),
  state: deliveryState,
  attempts: z.number(),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
  createdAt: timestamp,
  nextAttemptAt: z.nullable(timestamp),
  deliveredAt: z.nullable(timestamp),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const endpointId = z.object({ id: identifier });
const deliveryNumber = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));
const deliveryId = z.object({ id: identifier, delivery: deliveryNumber });
const written = z.object({ ...acknowledged, endpoint: webhookEndpoint });
/** The only answers that have the secret. */
const withSecret = z.extend(written, { secret: z.string() });

export const listWebhookEndpoints = defineEndpoint({
  method: 'GET',
  path: '/api/staff/webhook-endpoints',
  access: 'admin',
  permission: 'webhook-endpoints:read',
  summary: 'The programs of the operator that are told what happens, oldest first',
  answer: z.array(webhookEndpoint),
  errors: [],
});

export const createWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/staff/webhook-endpoints',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Have a program told of events from now on; only this answer has its secret',
  body: z.object({ url, events, description: optionalText(200) }),
  freshProof: true,
  answer: withSecret,
  errors: ['webhook-endpoint.too-many'],
});

export const getWebhookEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/staff/webhook-endpoints/:id',
  access: 'admin',
  permission: 'webhook-endpoints:read',
  summary: 'One webhook endpoint',
  params: endpointId,
  answer: webhookEndpoint,
  errors: ['webhook-endpoint.not-found'],
});

/** Switched on again, it also gets what has waited meanwhile. */
export const changeWebhookEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/webhook-endpoints/:id',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Change the address, events and description of an endpoint, or switch it on or off',
  params: endpointId,
  body: z.object({ url, events, description: optionalText(200), isOn: z.boolean() }),
  freshProof: true,
  answer: written,
  errors: ['webhook-endpoint.not-found'],
});

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/staff/webhook-endpoints/:id/secret',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Give an endpoint a new secret; for 24 hours deliveries are also signed with the one before',
  params: endpointId,
  freshProof: true,
  answer: withSecret,
  errors: ['webhook-endpoint.not-found'],
});

export const deleteWebhookEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/webhook-endpoints/:id',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Delete an endpoint; what waits for it is not delivered any more',
  params: endpointId,
  answer: z.object(acknowledged),
  errors: ['webhook-endpoint.not-found'],
});

export const testWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/staff/webhook-endpoints/:id/test',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Send an event of the type webhook.test to an endpoint that is on',
  params: endpointId,
  answer: z.object({ ...acknowledged, delivery: webhookDelivery }),
  errors: ['webhook-endpoint.not-found', 'webhook-endpoint.off'],
});

export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/staff/webhook-endpoints/:id/deliveries',
  access: 'admin',
  permission: 'webhook-endpoints:read',
  summary: 'The deliveries of an endpoint, newest first; `before` is the last id of the page before',
  params: endpointId,
  query: z.object({
    state: z.optional(deliveryState),
    event: z.optional(z.enum([...webhookEventTypes, TEST_EVENT])),
    before: z.optional(deliveryNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(webhookDelivery),
  errors: ['webhook-endpoint.not-found'],
});

/** `body` is what is sent; `history` the newest 30 attempts, oldest first. */
export const getWebhookDelivery = defineEndpoint({
  method: 'GET',
  path: '/api/staff/webhook-endpoints/:id/deliveries/:delivery',
  access: 'admin',
  permission: 'webhook-endpoints:read',
  summary: 'One delivery with its body, its attempts and the answers to them',
  params: deliveryId,
  answer: z.extend(webhookDelivery, { body: z.string(), history: z.array(deliveryAttempt) }),
  errors: ['webhook-delivery.not-found'],
});

export const retryWebhookDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/staff/webhook-endpoints/:id/deliveries/:delivery/retry',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Send one delivery again now, also one that was delivered; it keeps its webhook-id',
  params: deliveryId,
  answer: z.object({ ...acknowledged, delivery: webhookDelivery }),
  errors: ['webhook-endpoint.not-found', 'webhook-endpoint.off', 'webhook-delivery.not-found'],
});

export const retryWebhookDeliveries = defineEndpoint({
  method: 'POST',
  path: '/api/staff/webhook-endpoints/:id/deliveries/retry',
  access: 'admin',
  permission: 'webhook-endpoints:write',
  summary: 'Send all deliveries again that have failed for good since a time, 1,000 at most, the oldest first',
  params: endpointId,
  body: z.object({ since: z.iso.datetime('Say since when').check(z.refine(isStorableTime, 'Say since when')) }),
  answer: z.object({ ...acknowledged, retried: z.number() }),
  errors: ['webhook-endpoint.not-found', 'webhook-endpoint.off'],
});

export const api = {
  description: 'Programs of the operator that are told of events, and the deliveries to them.',
  endpoints: {
    listWebhookEndpoints,
    createWebhookEndpoint,
    getWebhookEndpoint,
    changeWebhookEndpoint,
    rotateWebhookSecret,
    deleteWebhookEndpoint,
    testWebhookEndpoint,
    listWebhookDeliveries,
    getWebhookDelivery,
    retryWebhookDelivery,
    retryWebhookDeliveries,
  },
  schemas: {
    webhookEventType: eventType,
    webhookDeliveryState: deliveryState,
    webhookEndpoint,
    webhookDeliveryAttempt: deliveryAttempt,
    webhookDelivery,
  },
};
