import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Clock } from '@portal/kernel/clock';
import { withoutPlaceholders } from '@portal/kernel/messaging/mail';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { readPersonalData } from '../../platform/database/personal-data/read-personal-data.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { dataExportReady } from '../events.ts';
import { PAGE_END, pageHead, pageRow, TABLE_END, tableHead } from './export-page.ts';
import { findAccountsOf, findPerson } from './person.repository.ts';
import { claimExport, type ExportRow, expireExports, listExportsWithFile, updateExport } from './privacy.repository.ts';

/** Tables without an index by person are read whole. */
const STATEMENT_SECONDS = 600;

/** How long the files can be downloaded: 7 days. */
const KEPT_MS = 7 * 24 * 3_600_000;

export type ExportDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  /** Where the files are until they expire; all instances share it. */
  readonly folder: string;
};

export type ExportFile = 'data.json' | 'page.html';
const FILES: readonly ExportFile[] = ['data.json', 'page.html'];

export const exportPath = (folder: string, id: string, file: ExportFile): string => join(folder, `${id}.${file}`);

/** A file that waits for the disk. `close` resolves when it is there whole. */
function openFile(path: string) {
  const stream = createWriteStream(path, { mode: 0o600, flush: true });
  const ended = finished(stream);
  ended.catch(() => {});
  return {
    write: async (text: string) => {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended]);
    },
    close: async () => {
      stream.end();
      await ended;
    },
    /** Without effect once it is closed. */
    discard: () => stream.destroy(),
  };
}

type OpenFile = ReturnType<typeof openFile>;

/** Every table of one moment, row by row. */
async function writeTables(
  deps: ExportDependencies,
  { id, userId }: ExportRow,
  { data, page }: { readonly data: OpenFile; readonly page: OpenFile },
  signal: AbortSignal,
): Promise<void> {
  const work = async (tx: Transaction) => {
    const { owned } = await findAccountsOf(tx, userId);
    const person = await findPerson(tx, userId, { accounts: owned });
    const at = deps.clock();
    await data.write(`{"exportedAt":${JSON.stringify(at.toISOString())},"data":{`);
    await page.write(pageHead(at));
    let separator = '';
    for await (const { declaration, pages } of readPersonalData(tx, person)) {
      signal.throwIfAborted();
      await data.write(`${separator}\n${JSON.stringify(declaration.table)}:[`);
      separator = ',';
      let isEmpty = true;
      for await (const stored of pages) {
        const rows = stored.map((row) => withoutPlaceholders(row));
        if (isEmpty) await page.write(tableHead(declaration));
        await data.write(`${isEmpty ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
        await page.write(rows.map(pageRow).join(''));
        isEmpty = false;
        await updateExport(deps.database, id, { updatedAt: deps.clock() });
      }
      await data.write(']');
      if (!isEmpty) await page.write(TABLE_END);
    }
    await data.write('}}\n');
    await page.write(PAGE_END);
  };
  await unhurried(deps.database, STATEMENT_SECONDS).transaction(work, { isolationLevel: 'repeatable read' });
}

/** Both files, which are there whole or not at all; returns their size in bytes. */
async function writeFiles(deps: ExportDependencies, row: ExportRow, signal: AbortSignal): Promise<number> {
  await mkdir(deps.folder, { recursive: true, mode: 0o700 });
  const paths = FILES.map((file) => exportPath(deps.folder, row.id, file));
  const [data, page] = [openFile(`${paths[0]}.part`), openFile(`${paths[1]}.part`)];
  try {
    await writeTables(deps, row, { data, page }, signal);
    await Promise.all([data.close(), page.close()]);
  } finally {
    data.discard();
    page.discard();
  }
  await Promise.all(paths.map((path) => rename(`${path}.part`, path)));
  const sizes = await Promise.all(paths.map((path) => stat(path)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Writes one export and tells the person; one that fails may be asked for again at once. */
async function writeExport(deps: ExportDependencies, row: ExportRow, signal: AbortSignal): Promise<void> {
  try {
    const sizeBytes = await writeFiles(deps, row, signal);
    const now = deps.clock();
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    await deps.database.transaction(async (tx) => {
      const isDone = await updateExport(tx, row.id, { status: 'done', sizeBytes, expiresAt, updatedAt: now });
      if (isDone) await deps.publish(tx, dataExportReady, { userId: row.userId, exportId: row.id, until: expiresAt });
    });
  } catch (error) {
    if (signal.aborted) {
      await updateExport(deps.database, row.id, { status: 'waiting', updatedAt: deps.clock() });
      return;
    }
    deps.logger.error({ err: error, exportId: row.id }, 'a copy of a person’s data could not be written');
    await updateExport(deps.database, row.id, { status: 'failed', updatedAt: deps.clock() });
  }
}

/** Deletes the files of exports that have expired, failed or gone with their person. */
async function removeExpired({ database, clock, folder }: ExportDependencies): Promise<void> {
  await expireExports(database, clock());
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const withFile = await listExportsWithFile(database);
  for (const name of names) {
    if (!withFile.has(name.slice(0, name.indexOf('.')))) await rm(join(folder, name), { force: true });
  }
}

/** Writes every export that waits, and removes those that have expired. Safe to kill and to repeat. */
export async function writeExports(deps: ExportDependencies, signal: AbortSignal): Promise<void> {
  for (;;) {
    const row = signal.aborted ? null : await claimExport(deps.database, deps.clock());
    if (!row) break;
    await writeExport(deps, row, signal);
  }
  await removeExpired(deps);
}
