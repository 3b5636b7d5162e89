import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { sqlState } from '../../platform/database/connection.ts';
import { newestMigration, statementsSince } from '../../platform/database/migrations/migrate.ts';
import type { RunSql } from '../../platform/database/partitions/partition-session.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import {
  analyze,
  continueSequences,
  countRows,
  insertRows,
  listColumns,
  listFilled,
  listTables,
  lockTables,
  prepareLoading,
  readTotals,
} from './archive.repository.ts';
import { openArchiveSession } from './archive-session.ts';
import { ARCHIVED } from './archive-tables.policy.ts';
import type { Manifest } from './manifest.policy.ts';
import { linesOf, readArchive, sha256Of, UnusableArchive, verifyArchive } from './read-archive.ts';
import { additionsOf, type SchemaAdditions } from './schema-additions.policy.ts';

export type ArchiveTarget = {
  /** A connection of its own. */
  readonly client: pg.ClientBase;
  readonly files: FileStore;
  readonly release: string;
};

/** What migrations have added since the archive. Throws UnusableArchive where they did more than that. */
function additionsSince({ migration, release }: Manifest, here: string): SchemaAdditions {
  if (migration > newestMigration()) {
    throw new UnusableArchive(`It is of release ${release}, newer than this one, ${here}: upgrade this portal first`);
  }
  const statements = statementsSince(migration);
  const additions = statements && additionsOf(statements);
  if (additions) return additions;
  throw new UnusableArchive(
    `It is of release ${release}, and more than additions came until this one, ${here}: import it with the release that wrote it, then upgrade`,
  );
}

/**
 * Every table and column of the archive is here; what is here and not in it came by a later migration,
 * and can be without a value. Returns the statements of later migrations that store rows.
 */
async function requireLoadable(run: RunSql, manifest: Manifest, release: string): Promise<readonly string[]> {
  const { tables, columns: added, inserts } = additionsSince(manifest, release);
  const names = new Set(manifest.tables.map(({ name }) => name));
  const isFitting = [...names].every((name) => name in ARCHIVED);
  if (!isFitting || !Object.keys(ARCHIVED).every((name) => names.has(name) || tables.has(name))) {
    throw new UnusableArchive('It has other tables than an archive of its release');
  }
  for (const { name, columns } of manifest.tables) {
    const here = await listColumns(run, name);
    const isKnown = columns.every((column) => here.includes(column));
    if (!isKnown || !here.every((column) => columns.includes(column) || added.has(`${name}.${column}`))) {
      throw new UnusableArchive(`Its ${name} has other columns than an archive of its release`);
    }
  }
  return inserts;
}

async function requireEmpty(run: RunSql): Promise<void> {
  const own = Object.entries(ARCHIVED).flatMap(([name, { isSeeded }]) => (isSeeded ? [] : [name]));
  const filled = await listFilled(run, own);
  if (filled.length > 0) {
    throw new UnusableArchive(
      `This portal is not empty: it has ${filled.slice(0, 5).join(', ')}. Import into a new one, before anybody registers`,
    );
  }
}

/** The file of the second reading; the first has verified it. */
function requireListed(manifest: Map<string, string>, path: string, content: Buffer): void {
  if (manifest.get(path) !== sha256Of(content)) throw new UnusableArchive(`${path} changed while it was read`);
}

async function loadFiles(
  run: RunSql,
  path: string,
  manifest: Manifest,
  storeFile: (id: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const sums = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  for await (const { path: name, content } of readArchive(path)) {
    if (name === 'manifest.json') continue;
    requireListed(sums, name, content);
    const [folder, rest = ''] = name.split('/', 2);
    const table = tables.get(rest);
    if (folder === 'files') await storeFile(rest, content);
    else if (table) await insertRows(run, table, linesOf(content));
    else throw new UnusableArchive(`${name} is of no table`);
  }
}

async function checkRows(run: RunSql, manifest: Manifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const loaded = await countRows(run, name);
    if (loaded !== rows) throw new Error(`${name} has ${loaded} rows after the import, and ${rows} in the archive`);
  }
}

async function checkTotals(run: RunSql, manifest: Manifest): Promise<void> {
  const totals = await readTotals(run);
  if (!isDeepStrictEqual(totals, manifest.totals)) {
    throw new Error(`totals differ: ${JSON.stringify(totals)}, and ${JSON.stringify(manifest.totals)} in the archive`);
  }
}

/** Rows that the database refuses: they refer to others that are not there, or have wrong values. */
function faultOfArchive(error: unknown): unknown {
  const state = sqlState(error);
  if (!(error instanceof Error && (state?.startsWith('22') || state?.startsWith('23')))) return error;
  return new UnusableArchive(`Its rows do not fit together: ${error.message}`);
}

/** The ids of the files of an archive are the ids of rows: nothing else is written to the disk. */
function requireFileNames(manifest: Manifest): void {
  const wrong = manifest.files.find(
    ({ path }) =>
      !/^tables\/\w+\/\d{6}\.ndjson$/.test(path) && !/^files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(path),
  );
  if (wrong) throw new UnusableArchive(`${wrong.path} is no file of an archive`);
}

/**
 * Loads an archive into an empty portal in one transaction: after it the portal has the rows, the
 * numbers and the totals of the archive, or nothing of it. One of an earlier release is loaded where
 * later migrations only added. Throws UnusableArchive, with nothing written, for a damaged one, one of
 * another release, and where the portal is in use.
 */
export async function loadArchive({ client, files, release }: ArchiveTarget, path: string): Promise<Manifest> {
  const manifest = await verifyArchive(path);
  requireFileNames(manifest);
  const run = await openArchiveSession(client);
  const stored: string[] = [];
  const storeFile = async (id: string, content: Buffer) => {
    stored.push(id);
    await files.write(id, content);
  };
  const tables = Object.keys(ARCHIVED);
  await run('begin');
  try {
    const inserts = await requireLoadable(run, manifest, release);
    await lockTables(run, await listTables(run));
    await requireEmpty(run);
    const finish = await prepareLoading(run, tables);
    await loadFiles(run, path, manifest, storeFile);
    await checkRows(run, manifest);
    await continueSequences(run, manifest.sequences);
    // As an upgrade of the earlier portal would have done.
    for (const statement of inserts) await run(statement);
    await finish();
    await checkTotals(run, manifest);
    await run('commit');
  } catch (error) {
    await run('rollback').catch(() => undefined);
    for (const id of stored) await files.remove(id);
    throw faultOfArchive(error);
  }
  await analyze(run, tables);
  return manifest;
}
