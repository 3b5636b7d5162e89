import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { newestMigration } from '../../platform/database/migrations/migrate.ts';
import type { RunSql } from '../../platform/database/partitions/partition-session.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { type AddFile, createAddFile } from '../../platform/files/tar-file.ts';
import { listColumns, listFileIds, listTables, readRows, readSequences, readTotals } from './archive.repository.ts';
import { openArchiveSession } from './archive-session.ts';
import { ARCHIVED, LEFT_OUT } from './archive-tables.policy.ts';
import { ARCHIVE_VERSION, type Manifest, type StoredFile } from './manifest.policy.ts';

export type ArchiveSource = {
  /** A connection of its own. */
  readonly client: pg.ClientBase;
  readonly files: FileStore;
  readonly release: string;
};

/** The size of a table's files: as much as is in memory at once. */
const PART_BYTES = 4 * 1024 * 1024;
/** Fast, and a fifth of the size. */
const GZIP_LEVEL = 4;

async function* partsOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<{ content: Buffer; rows: number }> {
  let lines: string[] = [];
  let size = 0;
  const taken = () => {
    const part = { content: Buffer.from(`${lines.join('\n')}\n`), rows: lines.length };
    lines = [];
    size = 0;
    return part;
  };
  for await (const page of pages) {
    for (const line of page) {
      lines.push(line);
      size += line.length;
      if (size >= PART_BYTES) yield taken();
    }
  }
  if (lines.length > 0) yield taken();
}

/** The tables in the order of ARCHIVED. Throws where the schema has a table that is in no list. */
async function requireKnownTables(run: RunSql): Promise<string[]> {
  const unknown = (await listTables(run)).filter((name) => !(name in ARCHIVED) && !(name in LEFT_OUT));
  if (unknown.length > 0) throw new Error(`no archive can be made: nothing says what ${unknown.join(', ')} is`);
  return Object.keys(ARCHIVED);
}

async function addTables(run: RunSql, add: AddFile) {
  const tables: Manifest['tables'] = [];
  const files: StoredFile[] = [];
  for (const name of await requireKnownTables(run)) {
    const columns = await listColumns(run, name);
    let rows = 0;
    let number = 0;
    for await (const part of partsOf(readRows(run, name, columns))) {
      const path = `tables/${name}/${String(++number).padStart(6, '0')}.ndjson`;
      files.push(await add(path, part.content, part.rows));
      rows += part.rows;
    }
    tables.push({ name, columns, rows });
  }
  return { tables, files };
}

async function addUploads(run: RunSql, store: FileStore, add: AddFile) {
  const files: StoredFile[] = [];
  const missingFiles: string[] = [];
  for (const id of await listFileIds(run)) {
    const content = await store.read(id);
    if (content) files.push(await add(`files/${id}`, content));
    else missingFiles.push(id);
  }
  return { files, missingFiles };
}

async function fill(source: ArchiveSource, run: RunSql, tar: Pack): Promise<Manifest> {
  const [row] = await run<{ now: Date }>('select now()');
  if (!row) throw new Error('the database gave no time');
  const { now: takenAt } = row;
  const add = createAddFile(tar, takenAt);
  const totals = await readTotals(run);
  const sequences = await readSequences(run);
  const { tables, files } = await addTables(run, add);
  const uploads = await addUploads(run, source.files, add);
  const manifest: Manifest = {
    format: 'fibre-portal-archive',
    version: ARCHIVE_VERSION,
    release: source.release,
    migration: newestMigration(),
    takenAt: takenAt.toISOString(),
    totals,
    tables,
    sequences,
    files: [...files, ...uploads.files],
    missingFiles: uploads.missingFiles,
    leftOut: LEFT_OUT,
  };
  // Last, so that an archive that was cut off has none.
  await add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  tar.finalize();
  return manifest;
}

/**
 * Writes everything that the operator owns as one gzipped tar archive (docs/archive.md): the portal at
 * one moment, whatever is written meanwhile. Streamed, without secrets. Resolves when `out` has all of
 * it.
 */
export async function writeArchive(source: ArchiveSource, out: Writable): Promise<Manifest> {
  const run = await openArchiveSession(source.client);
  await run('begin transaction isolation level repeatable read, read only');
  const tar = pack();
  try {
    const written = pipeline(tar, createGzip({ level: GZIP_LEVEL }), out);
    const filled = fill(source, run, tar).catch((error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    const [manifest] = await Promise.all([filled, written]);
    return manifest;
  } finally {
    await run('rollback').catch(() => undefined);
  }
}
