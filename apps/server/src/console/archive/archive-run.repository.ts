import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { archives } from '../../platform/database/schema/console/archive.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type ArchiveRow = typeof archives.$inferSelect;

/** One that has written nothing for so long has died with its process. */
const DEAD_MS = 5 * 60_000;

/** False where another one is being written. */
export async function insertArchive(
  tx: Transaction,
  run: { readonly id: string; readonly startedBy: number; readonly startedAt: Date },
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('archive'), 0)`);
  const running = await tx.select({ id: archives.id }).from(archives).where(eq(archives.status, 'running')).limit(1);
  if (running.length > 0) return false;
  await tx.insert(archives).values({ ...run, status: 'running', updatedAt: run.startedAt });
  return true;
}

/** Of one that is still running. */
export async function updateArchive(
  queryable: Queryable,
  id: string,
  change: Partial<Omit<ArchiveRow, 'id'>>,
): Promise<void> {
  await queryable
    .update(archives)
    .set(change)
    .where(and(eq(archives.id, id), eq(archives.status, 'running')));
}

export async function failDeadArchives(database: Database, now: Date): Promise<void> {
  await database
    .update(archives)
    .set({ status: 'failed', failure: 'The portal was stopped meanwhile', finishedAt: now, updatedAt: now })
    .where(and(eq(archives.status, 'running'), lt(archives.updatedAt, new Date(now.getTime() - DEAD_MS))));
}

/** done → expired, once. */
export async function expireArchives(database: Database, now: Date): Promise<void> {
  await database
    .update(archives)
    .set({ status: 'expired', updatedAt: now })
    .where(and(eq(archives.status, 'done'), lt(archives.expiresAt, now)));
}

/** Those whose files have to stay. */
export async function listIdsWithFile(queryable: Queryable): Promise<Set<string>> {
  const rows = await queryable
    .select({ id: archives.id })
    .from(archives)
    .where(sql`${archives.status} in ('running', 'done')`);
  return new Set(rows.map(({ id }) => id));
}

function selectArchives(queryable: Queryable) {
  return queryable
    .select({ run: archives, startedBy: { id: users.id, name: personName() } })
    .from(archives)
    .innerJoin(users, eq(users.id, archives.startedBy));
}

export type FoundArchive = Awaited<ReturnType<typeof listArchiveRuns>>[number];

/** Newest first. */
export async function listArchiveRuns(queryable: Queryable, limit: number) {
  return selectArchives(queryable).orderBy(desc(archives.startedAt), desc(archives.id)).limit(limit);
}

export async function findArchiveRun(queryable: Queryable, id: string): Promise<FoundArchive | null> {
  const [row] = await selectArchives(queryable).where(eq(archives.id, id));
  return row ?? null;
}
