import { and, asc, desc, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { privacyDeletions, privacyExports } from '../../platform/database/schema/identity/privacy.ts';

export type ExportRow = typeof privacyExports.$inferSelect;
export type DeletionRow = typeof privacyDeletions.$inferSelect;

/** One whose writer has said nothing for so long has died with its process. */
const DEAD_MS = 15 * 60_000;

export async function insertExport(tx: Transaction, userId: number, now: Date): Promise<ExportRow> {
  const [row] = await tx
    .insert(privacyExports)
    .values({ userId, status: 'waiting', requestedAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('the export was not written');
  return row;
}

/** The newest export; with `madeOnly` the newest that did not fail. */
export async function findLatestExport(
  queryable: Queryable,
  userId: number,
  { madeOnly = false } = {},
): Promise<ExportRow | null> {
  const [row] = await queryable
    .select()
    .from(privacyExports)
    .where(and(eq(privacyExports.userId, userId), madeOnly ? ne(privacyExports.status, 'failed') : undefined))
    .orderBy(desc(privacyExports.requestedAt))
    .limit(1);
  return row ?? null;
}

export async function findOwnExport(queryable: Queryable, userId: number, id: string): Promise<ExportRow | null> {
  const [row] = await queryable
    .select()
    .from(privacyExports)
    .where(and(eq(privacyExports.id, id), eq(privacyExports.userId, userId)));
  return row ?? null;
}

/** Takes the export that waits longest, or one whose writer has died; no other instance gets it. */
export async function claimExport(database: Database, now: Date): Promise<ExportRow | null> {
  const dead = new Date(now.getTime() - DEAD_MS);
  const next = database
    .select({ id: privacyExports.id })
    .from(privacyExports)
    .where(
      or(
        eq(privacyExports.status, 'waiting'),
        and(eq(privacyExports.status, 'running'), lt(privacyExports.updatedAt, dead)),
      ),
    )
    .orderBy(asc(privacyExports.requestedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await database
    .update(privacyExports)
    .set({ status: 'running', updatedAt: now })
    .where(inArray(privacyExports.id, next))
    .returning();
  return row ?? null;
}

/** Of one that is still being written; false when it is not, or is gone. */
export async function updateExport(
  queryable: Queryable,
  id: string,
  change: Partial<Omit<ExportRow, 'id' | 'userId'>>,
): Promise<boolean> {
  const changed = await queryable
    .update(privacyExports)
    .set(change)
    .where(and(eq(privacyExports.id, id), eq(privacyExports.status, 'running')))
    .returning({ id: privacyExports.id });
  return changed.length === 1;
}

/** done → expired. */
export async function expireExports(database: Database, now: Date): Promise<void> {
  await database
    .update(privacyExports)
    .set({ status: 'expired', updatedAt: now })
    .where(and(eq(privacyExports.status, 'done'), lte(privacyExports.expiresAt, now)));
}

/** Those whose files have to stay. */
export async function listExportsWithFile(queryable: Queryable): Promise<Set<string>> {
  const rows = await queryable
    .select({ id: privacyExports.id })
    .from(privacyExports)
    .where(inArray(privacyExports.status, ['running', 'done']));
  return new Set(rows.map(({ id }) => id));
}

export async function findScheduledDeletion(queryable: Queryable, userId: number): Promise<DeletionRow | null> {
  const [row] = await queryable
    .select()
    .from(privacyDeletions)
    .where(and(eq(privacyDeletions.userId, userId), eq(privacyDeletions.status, 'scheduled')));
  return row ?? null;
}

/** Null when one is scheduled already. */
export async function insertDeletion(
  tx: Transaction,
  deletion: Pick<DeletionRow, 'userId' | 'requestedAt' | 'dueAt'>,
): Promise<DeletionRow | null> {
  const [row] = await tx
    .insert(privacyDeletions)
    .values({ ...deletion, status: 'scheduled' })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** scheduled → withdrawn; its id. Null when none is scheduled: it has happened, or was withdrawn. */
export async function withdrawScheduled(tx: Transaction, userId: number, now: Date): Promise<string | null> {
  const [withdrawn] = await tx
    .update(privacyDeletions)
    .set({ status: 'withdrawn', endedAt: now })
    .where(and(eq(privacyDeletions.userId, userId), eq(privacyDeletions.status, 'scheduled')))
    .returning({ id: privacyDeletions.id });
  return withdrawn?.id ?? null;
}

export async function listDueDeletions(queryable: Queryable, now: Date): Promise<string[]> {
  const rows = await queryable
    .select({ id: privacyDeletions.id })
    .from(privacyDeletions)
    .where(and(eq(privacyDeletions.status, 'scheduled'), lte(privacyDeletions.dueAt, now)))
    .orderBy(asc(privacyDeletions.dueAt));
  return rows.map(({ id }) => id);
}

/** Until the transaction ends nobody withdraws it. Null when it was withdrawn or is not due. */
export async function lockDueDeletion(tx: Transaction, id: string, now: Date): Promise<DeletionRow | null> {
  const [row] = await tx
    .select()
    .from(privacyDeletions)
    .where(and(eq(privacyDeletions.id, id), eq(privacyDeletions.status, 'scheduled'), lte(privacyDeletions.dueAt, now)))
    .for('update');
  return row ?? null;
}

export async function updateDeletion(
  queryable: Queryable,
  id: string,
  change: Partial<Pick<DeletionRow, 'status' | 'endedAt' | 'files' | 'obstacles'>>,
): Promise<void> {
  await queryable.update(privacyDeletions).set(change).where(eq(privacyDeletions.id, id));
}

/** Deletions whose uploaded files are still on the disk. */
export async function listDeletionsWithFiles(queryable: Queryable): Promise<Pick<DeletionRow, 'id' | 'files'>[]> {
  return queryable
    .select({ id: privacyDeletions.id, files: privacyDeletions.files })
    .from(privacyDeletions)
    .where(sql`${privacyDeletions.files} <> '[]'::jsonb`)
    .limit(20);
}
