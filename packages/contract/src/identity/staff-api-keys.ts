import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, isStorableTime, requiredText, timestamp } from '../platform/fields.ts';
import { keyScopes, permissions } from '../platform/staff-permissions.ts';

export const MOST_API_KEYS = 100;

/** What it may do at most: it loses what the person who made it may not do any more. */
const scopes = z
  .array(z.enum(keyScopes, 'A key cannot have this scope'), 'Choose at least one scope')
  .check(z.minLength(1, 'Choose at least one scope'), z.maxLength(permissions.length));

/**
 * `state` is `stopped` while the person who made it is switched off, and `suspended` after the database
 * was restored from a backup, until somebody confirms that the key was not revoked since. `ending` are the last characters of
 * the key, by which it is told apart. The last use lags a minute.
 */
const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  ending: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'suspended', 'stopped', 'expired', 'revoked']),
  createdBy: z.object({ id: z.number(), name: z.string() }),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  revokedAt: z.nullable(timestamp),
  lastUsedAt: z.nullable(timestamp),
  lastAddress: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api/staff/api-keys',
  access: 'admin',
  permission: 'api-keys:read',
  summary: 'The API keys of the operator’s programs, the newest first',
  answer: z.array(apiKey),
  errors: [],
});

/** Only this answer has the key. */
export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/staff/api-keys',
  access: 'admin',
  permission: 'api-keys:write',
  summary: 'Make an API key with scopes that the caller has; only this answer has the key itself',
  body: z.object({
    name: requiredText(100, 'Name the program'),
    scopes,
    expiresAt: z.nullish(z.iso.datetime('Say when it expires').check(z.refine(isStorableTime, 'Say when it expires'))),
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, apiKey, key: z.string() }),
  errors: ['api-key.too-many', 'api-key.scope'],
});

export const confirmApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/staff/api-keys/:id/confirm',
  access: 'admin',
  permission: 'api-keys:write',
  summary: 'Let an API key work again that a restore of the database suspended',
  params: z.object({ id: identifier }),
  freshProof: true,
  answer: z.object({ ...acknowledged, apiKey }),
  errors: ['api-key.not-found'],
});

export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/api-keys/:id',
  access: 'admin',
  permission: 'api-keys:write',
  summary: 'Revoke an API key, from its next call on',
  params: z.object({ id: identifier }),
  answer: z.object({ ...acknowledged, apiKey }),
  errors: ['api-key.not-found'],
});

export const api = {
  description: 'The API keys of the operator’s programs.',
  endpoints: { listApiKeys, createApiKey, confirmApiKey, revokeApiKey },
  schemas: { apiKey },
};
