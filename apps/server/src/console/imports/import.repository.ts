import type { ImportKind } from '@portal/contract/console/imports';
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { importedRecords, importRejections, imports } from '../../platform/database/schema/console/import.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type ImportRow = typeof imports.$inferSelect;
export type RejectedRow = Omit<typeof importRejections.$inferSelect, 'importId' | 'createdAt'>;

/** A run that has written nothing for so long has died with its process. */
const DEAD_MS = 120_000;

/**
 * The right to import until the transaction ends; false while another one is importing. One at a
 * time, so that what a file is compared with does not change meanwhile.
 */
export async function takeImporting(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('import'), 0) as free`,
  );
  return rows[0]?.free === true;
}

export async function insertImport(
  database: Queryable,
  run: Pick<
    ImportRow,
    'id' | 'kind' | 'source' | 'fileName' | 'isDryRun' | 'headers' | 'columns' | 'startedBy' | 'startedAt'
  >,
): Promise<void> {
  await database.insert(imports).values({ ...run, status: 'running', updatedAt: run.startedAt });
}

export async function updateImport(
  queryable: Queryable,
  id: string,
  change: Partial<Omit<ImportRow, 'id' | 'kind' | 'source'>>,
): Promise<void> {
  await queryable.update(imports).set(change).where(eq(imports.id, id));
}

/** done → undone, once. */
export async function markUndone(tx: Transaction, id: string, undoneAt: Date): Promise<boolean> {
  const moved = await tx
    .update(imports)
    .set({ status: 'undone', undoneAt, updatedAt: undoneAt })
    .where(and(eq(imports.id, id), eq(imports.status, 'done'), eq(imports.isDryRun, false)))
    .returning({ id: imports.id });
  return moved.length === 1;
}

/** Runs whose process has died: their transaction was rolled back by the database. */
export async function failDeadImports(database: Database, now: Date): Promise<void> {
  await database
    .update(imports)
    .set({ status: 'failed', failure: 'The portal was stopped meanwhile: nothing was imported', finishedAt: now })
    .where(and(eq(imports.status, 'running'), lt(imports.updatedAt, new Date(now.getTime() - DEAD_MS))));
}

export async function isImportRunning(queryable: Queryable): Promise<boolean> {
  const rows = await queryable.select({ id: imports.id }).from(imports).where(eq(imports.status, 'running')).limit(1);
  return rows.length > 0;
}

function selectImports(queryable: Queryable) {
  return queryable
    .select({ run: imports, starter: { id: users.id, name: personName() } })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.startedBy));
}

export type FoundImport = Awaited<ReturnType<typeof listImportRuns>>[number];

/** Newest first. */
export async function listImportRuns(queryable: Queryable, limit: number) {
  return selectImports(queryable).orderBy(desc(imports.startedAt), desc(imports.id)).limit(limit);
}

export async function findImportRun(queryable: Queryable, id: string): Promise<FoundImport | null> {
  const [row] = await selectImports(queryable).where(eq(imports.id, id));
  return row ?? null;
}

export async function insertRejections(
  database: Database,
  importId: string,
  rejected: readonly RejectedRow[],
): Promise<void> {
  if (rejected.length === 0) return;
  await database.insert(importRejections).values(rejected.map((each) => ({ ...each, importId })));
}

/** In the order of the file, after the row `after`. */
export async function listRejections(
  queryable: Queryable,
  importId: string,
  page: { readonly after: number; readonly limit: number },
): Promise<RejectedRow[]> {
  return queryable
    .select({ row: importRejections.row, reason: importRejections.reason, cells: importRejections.cells })
    .from(importRejections)
    .where(and(eq(importRejections.importId, importId), gt(importRejections.row, page.after)))
    .orderBy(asc(importRejections.row))
    .limit(page.limit);
}

/** The imports that have these ids of a source and kind, by id. */
export async function findImported(
  tx: Transaction,
  { source, kind }: { readonly source: string; readonly kind: ImportKind },
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ externalId: importedRecords.externalId, importId: importedRecords.importId })
    .from(importedRecords)
    .where(
      and(
        eq(importedRecords.source, source),
        eq(importedRecords.kind, kind),
        inArray(importedRecords.externalId, [...externalIds]),
      ),
    );
  return new Map(rows.map((row) => [row.externalId, row.importId]));
}

type NewRecord = Omit<typeof importedRecords.$inferSelect, 'id'>;

export async function insertRecords(tx: Transaction, records: readonly NewRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(importedRecords).values([...records]);
}

export async function deleteRecords(tx: Transaction, importId: string): Promise<void> {
  await tx.delete(importedRecords).where(eq(importedRecords.importId, importId));
}
