import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, timestamp } from '../platform/fields.ts';

/** A router as accounting had it last; its MAC address is written `AA:BB:CC:DD:EE:FF`. */
const sharingDevice = z.object({
  mac: z.nullable(z.string()),
  accessServer: z.object({ address: z.string(), name: z.nullable(z.string()) }),
  port: z.nullable(z.string()),
  at: timestamp,
});

/**
 * A login that more routers used at once than its plan allows, more than once: it may be shared, or sold on.
 * `devices` are the last five of them, the latest first. `key` is its place in the list. The three of a dismissed
 * one are null otherwise.
 */
const sharedLogin = z.object({
  id: z.string(),
  key: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }),
  line: z.object({ id: z.number(), label: z.nullable(z.string()) }),
  login: z.nullable(z.string()),
  times: z.number(),
  firstAt: timestamp,
  lastAt: timestamp,
  devices: z.array(sharingDevice),
  dismissedAt: z.nullable(timestamp),
  dismissedBy: z.nullable(z.string()),
  dismissReason: z.nullable(z.string()),
});
export type SharedLogin = z.infer<typeof sharedLogin>;

export const listSharedLogins = defineEndpoint({
  method: 'GET',
  path: '/api/staff/shared-logins',
  access: 'admin',
  permission: 'sessions:read',
  summary:
    'Logins that may be shared, or that staff have dismissed, the latest first; `before` is the `key` of the last one of the page before',
  query: z.object({
    state: z.optional(z.enum(['open', 'dismissed'])),
    before: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(sharedLogin),
  errors: [],
});

/** If it goes on, it is on the list again. */
export const dismissSharedLogin = defineEndpoint({
  method: 'POST',
  path: '/api/staff/shared-logins/:id/dismiss',
  access: 'admin',
  permission: 'sessions:end',
  summary: 'Take a login off the list, with the reason why it was not shared or what was done',
  params: z.object({ id: identifier }),
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object({ ...acknowledged, sharedLogin }),
  errors: ['shared-login.not-found', 'shared-login.dismissed', 'customer.own-account'],
});

export const api = {
  description: 'Logins that may be used by more people than one.',
  endpoints: { listSharedLogins, dismissSharedLogin },
  schemas: { sharedLogin },
};
