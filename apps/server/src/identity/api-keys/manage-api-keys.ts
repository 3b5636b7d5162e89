import { type ApiKey, MOST_API_KEYS } from '@portal/contract/identity/staff-api-keys';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockStaffRoles } from '../staff/staff-roles.repository.ts';
import { endingOf, keyHash, newApiKey } from './api-key.policy.ts';
import { countLiveKeys, insertApiKey, listApiKeyRows, markConfirmed, markRevoked } from './api-key.repository.ts';

export type ApiKeyDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
};

type Row = Awaited<ReturnType<typeof listApiKeyRows>>[number];

function stateOf({ revokedAt, isExpired, isSuspended, makerIsStaff }: Row): ApiKey['state'] {
  if (revokedAt !== null) return 'revoked';
  if (isExpired) return 'expired';
  if (isSuspended) return 'suspended';
  return makerIsStaff ? 'active' : 'stopped';
}

function presentKey(row: Row): ApiKey {
  return {
    ...row,
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

async function requireKey(database: Queryable, id: string): Promise<ApiKey> {
  const [row] = isUuid(id) ? await listApiKeyRows(database, id) : [];
  if (!row) throw new ApiError('api-key.not-found');
  return presentKey(row);
}

/** All keys, the newest first, also those that do not work any more. */
export async function listApiKeys(database: Queryable): Promise<ApiKey[]> {
  return (await listApiKeyRows(database)).map(presentKey);
}

/**
 * Makes a key, audited, and returns it with its text, which nobody can read again. Throws ApiError
 * api-key.scope for what the maker may not do, api-key.too-many, request.invalid.
 */
export async function createApiKey(
  deps: ApiKeyDependencies,
  maker: Viewer,
  form: {
    readonly name: string;
    readonly scopes: readonly Permission[];
    readonly expiresAt?: string | null | undefined;
  },
): Promise<{ readonly apiKey: ApiKey; readonly key: string }> {
  const scopes = [...new Set(form.scopes)].sort();
  if (!scopes.every((scope) => mayDo(maker, scope))) throw new ApiError('api-key.scope');
  const now = deps.clock();
  const expiresAt = form.expiresAt ? new Date(form.expiresAt) : null;
  if (expiresAt && expiresAt <= now) {
    const message = 'Choose a time that is still to come';
    throw new ApiError('request.invalid', { message, errors: { expiresAt: message } });
  }
  const key = newApiKey(deps.randomBytes);
  return deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    if ((await countLiveKeys(tx)) >= MOST_API_KEYS) throw new ApiError('api-key.too-many');
    const stored = { name: form.name, scopes, createdBy: maker.user.id, createdAt: now, expiresAt };
    const id = await insertApiKey(tx, { ...stored, keyHash: keyHash(key), ending: endingOf(key) });
    const apiKey = await requireKey(tx, id);
    const { name, ending } = apiKey;
    await recordAudit(tx, {
      actorId: maker.user.id,
      action: 'api-key.create',
      subject: `api-key:${id}`,
      before: null,
      after: { name, ending, scopes: scopes.join(', '), expiresAt: apiKey.expiresAt },
    });
    return { apiKey, key };
  });
}

/**
 * Lets a key work that a restore suspended, audited; any other stays as it is. Throws ApiError
 * api-key.not-found.
 */
export async function confirmApiKey(
  deps: ApiKeyDependencies,
  { staffId, id }: { readonly staffId: number; readonly id: string },
): Promise<ApiKey> {
  return deps.database.transaction(async (tx) => {
    const { name } = await requireKey(tx, id);
    if (await markConfirmed(tx, id)) {
      await recordAudit(tx, {
        actorId: staffId,
        action: 'api-key.confirm',
        subject: `api-key:${id}`,
        before: null,
        after: { name },
      });
    }
    return requireKey(tx, id);
  });
}

/** Revokes a key, audited; one that is revoked stays so. Throws ApiError api-key.not-found. */
export async function revokeApiKey(
  deps: ApiKeyDependencies,
  { staffId, id }: { readonly staffId: number; readonly id: string },
): Promise<ApiKey> {
  return deps.database.transaction(async (tx) => {
    const { name, state } = await requireKey(tx, id);
    if (await markRevoked(tx, id, deps.clock())) {
      await recordAudit(tx, {
        actorId: staffId,
        action: 'api-key.revoke',
        subject: `api-key:${id}`,
        before: { name, state },
        after: { name, state: 'revoked' },
      });
    }
    return requireKey(tx, id);
  });
}
