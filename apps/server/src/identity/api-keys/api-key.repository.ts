import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { apiKeys } from '../../platform/database/schema/identity/api-key.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { backupRuns } from '../../platform/database/schema/platform/backup-run.ts';
import { permissions, roles } from '../sessions/session.repository.ts';

/** By the database's clock, so that all instances agree. */
const isExpired = sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`;
const makerIsStaff = sql<boolean>`(${users.role} = 'admin' and not ${users.disabled})`;
/** Restored since it was made and confirmed last: it may have been revoked since the backup. */
const isSuspended = sql<boolean>`exists (select from ${backupRuns}
  where ${backupRuns.kind} = 'restore' and ${backupRuns.outcome} = 'succeeded'
    and ${backupRuns.finishedAt} > coalesce(${apiKeys.confirmedAt}, ${apiKeys.createdAt}))`;
const works = and(isNull(apiKeys.revokedAt), sql`not ${isExpired}`, makerIsStaff, sql`not ${isSuspended}`);

/** A key that works, with who made it, by the key's hash. */
export function prepareFindApiKey(database: Database) {
  const query = database
    .select({
      keyId: apiKeys.id,
      keyName: apiKeys.name,
      scopes: apiKeys.scopes,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      phone: users.phone,
      phoneVerifiedAt: users.phoneVerifiedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      createdAt: users.createdAt,
      isUseDue: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`,
      roles,
      permissions,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), works))
    .prepare('find_api_key');
  return async (keyHash: string) => (await query.execute({ keyHash })).at(0) ?? null;
}

/** Notes when and from where a key was used; of concurrent calls one writes. */
export async function recordUse(database: Queryable, id: string, address: string): Promise<void> {
  await database
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()`, lastAddress: address })
    .where(and(eq(apiKeys.id, id), sql`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`));
}

/** The newest first, or one of them. */
export async function listApiKeyRows(database: Queryable, id?: string) {
  return database
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      ending: apiKeys.ending,
      scopes: apiKeys.scopes,
      isExpired,
      isSuspended,
      makerIsStaff,
      createdBy: { id: users.id, name: personName() },
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
      lastAddress: apiKeys.lastAddress,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(id === undefined ? undefined : eq(apiKeys.id, id))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** How many keys are neither revoked nor expired. */
export async function countLiveKeys(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ live: count() })
    .from(apiKeys)
    .where(and(isNull(apiKeys.revokedAt), sql`not ${isExpired}`));
  return row?.live ?? 0;
}

/** Returns its id. */
export async function insertApiKey(tx: Transaction, row: typeof apiKeys.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(apiKeys).values(row).returning({ id: apiKeys.id });
  if (!inserted) throw new Error('the key is not there');
  return inserted.id;
}

/** False where it was not suspended. Of a restore by a machine whose clock is ahead, too. */
export async function markConfirmed(tx: Transaction, id: string): Promise<boolean> {
  const lastRestore = sql`(select max(${backupRuns.finishedAt}) from ${backupRuns} where ${backupRuns.kind} = 'restore')`;
  const marked = await tx
    .update(apiKeys)
    .set({ confirmedAt: sql`greatest(now(), ${lastRestore})` })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), isSuspended))
    .returning({ id: apiKeys.id });
  return marked.length === 1;
}

/** False where it was revoked before. */
export async function markRevoked(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return marked.length === 1;
}
