import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadArchive } from '@portal/server/console/archive/load-archive';
import type { Manifest } from '@portal/server/console/archive/manifest.policy';
import { UnusableArchive } from '@portal/server/console/archive/read-archive';
import { writeArchive } from '@portal/server/console/archive/write-archive';
import { createFileStore } from '@portal/server/platform/files/create-file-store';
import { readRelease } from '@portal/server/platform/release';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() ?? false;

/** portal-2026-11-26T171500Z.tar.gz in a folder; else the path itself. */
async function fileFor(given: string): Promise<string> {
  const path = resolve(given);
  if (!(given.endsWith('/') || (await isFolder(path)))) return path;
  await mkdir(path, { recursive: true, mode: 0o700 });
  return join(path, `portal-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`);
}

function printContent({ takenAt, release, tables, files, missingFiles, totals }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const sent = files.filter(({ path }) => path.startsWith('files/')).length;
  console.log(`  taken at ${takenAt} by release ${release}`);
  console.log(`  ${tables.length} tables with ${rows} rows, ${sent} files that people sent`);
  if (missingFiles.length > 0) console.log(`  ${missingFiles.length} files were not on the disk: see its manifest`);
  console.log(`  ${totals.customers} customers`);
  for (const [account, kobo] of Object.entries(totals.ledger)) {
    console.log(`  ${account.padEnd(24)} ${(kobo / 100).toFixed(2).padStart(18)} NGN`);
  }
}

const filesOf = (env: NodeJS.ProcessEnv) => createFileStore(join(env.DATA_DIR ?? './data', 'uploads'));

async function onConnection(env: NodeJS.ProcessEnv, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(findRunningDatabase(env, { asOwner: true }));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Writes all that the operator owns as one file: npm run archive -- FILE, or a folder for it. */
export async function archive(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [given, ...others] = args;
  if (given === undefined || others.length > 0) {
    console.error('Usage: npm run archive -- FILE.tar.gz|DIR');
    return 2;
  }
  const path = await fileFor(given);
  if (await stat(path).catch(() => null)) {
    console.error(`${path} exists: name another file.`);
    return 1;
  }
  const part = `${path}.part`;
  try {
    await onConnection(env, async (client) => {
      const source = { client, files: filesOf(env), release: readRelease().version };
      const out = createWriteStream(part, { mode: 0o600, flush: true });
      const manifest = await writeArchive(source, out);
      await rename(part, path);
      console.log(path);
      printContent(manifest);
    });
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return 0;
}

/** Loads an archive into an empty portal: npm run import-archive -- FILE */
export async function importArchive(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [path, ...others] = args;
  if (path === undefined || others.length > 0) {
    console.error('Usage: npm run import-archive -- FILE.tar.gz');
    return 2;
  }
  try {
    await onConnection(env, async (client) => {
      const target = { client, files: filesOf(env), release: readRelease().version };
      console.log(
        'Importing, in one transaction: interrupted it has written nothing, and the same command starts again.',
      );
      const manifest = await loadArchive(target, resolve(path));
      console.log('Imported, and its totals are the same:');
      printContent(manifest);
      console.log('Now restart the portal, and run npm run ledger-check.');
    });
    return 0;
  } catch (error) {
    if (!(error instanceof UnusableArchive)) throw error;
    console.error(`${error.message}. Nothing was written.`);
    return 1;
  }
}
