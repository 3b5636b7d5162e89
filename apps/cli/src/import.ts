import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type ImportKind, importKinds } from '@portal/contract/console/imports';
import { readCsv } from '@portal/server/console/imports/read-csv';
import { readImport } from '@portal/server/console/imports/read-imports';
import { type ImportDependencies, runImport, storeImport } from '@portal/server/console/imports/run-import';
import { recordAudit } from '@portal/server/identity/audit/record-audit';
import { createPasswords } from '@portal/server/identity/sign-in/create-passwords';
import { databaseOf } from '@portal/server/platform/database/connection';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const USAGE = `Usage: npm run import -- FILE.csv --kind ${importKinds.join('|')} [--source NAME] [--dry-run]
       [--column FIELD=HEADER ...]`;

type Given = {
  readonly kind: ImportKind;
  readonly path: string;
  readonly source: string;
  readonly isDryRun: boolean;
  readonly columns: Readonly<Record<string, string>>;
};

/** Null, with the usage printed, for arguments that are not understood. */
function readArguments(args: readonly string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        source: { type: 'string', default: 'csv' },
        'dry-run': { type: 'boolean', default: false },
        column: { type: 'string', multiple: true, default: [] },
      },
    });
    const { source, column, 'dry-run': isDryRun } = values;
    const kind = importKinds.find((each) => each === values.kind);
    const [path, ...others] = positionals;
    if (!kind || path === undefined || others.length > 0 || source.length > 40) throw new Error('Give one file.');
    const columns = column.map((text) => [text.split('=', 1)[0] ?? '', text.slice(text.indexOf('=') + 1)] as const);
    return { kind, path, source, isDryRun, columns: Object.fromEntries(columns) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return null;
  }
}

/** Imports one file and prints what became of it; true unless nothing could be imported. */
async function importFile(deps: ImportDependencies, { path, ...order }: Given): Promise<boolean> {
  const id = randomUUID();
  const fileName = basename(path).slice(0, 200);
  const run = { ...order, id, fileName, startedBy: null, startedAt: deps.clock() };
  await storeImport(deps, run);
  await runImport(deps, run, readCsv(createReadStream(path)));
  const { failure, rows, accepted, rejected, repeated, sums, rejectedRows, ...found } = await readImport(deps, id);
  for (const [field, header] of Object.entries(found.columns)) console.log(`${field.padEnd(12)} ← ${header ?? '–'}`);
  for (const each of rejectedRows) console.log(`row ${each.row}: ${each.reason}`);
  if (failure !== null) {
    console.error(failure);
    return false;
  }
  const would = order.isDryRun ? 'would be imported' : 'imported';
  console.log(`${rows} rows: ${accepted} ${would}, ${rejected} rejected, ${repeated} imported before.`);
  if (sums) {
    const { file, booked, rejected: left, repeated: before } = sums;
    console.log(`₦${file} in the file = ₦${booked} ${would} + ₦${left} rejected + ₦${before} imported before.`);
  }
  console.log(`Import ${id}: /admin/imports/${id} has the rejected rows as a file, and undoes it.`);
  return true;
}

/** Imports a CSV file into the running portal: npm run import -- customers.csv --kind customers */
export async function importCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = readArguments(args);
  if (given === null) return 2;
  const pool = new pg.Pool({ ...findRunningDatabase(env), max: 2 });
  const { hash: hashPassword } = createPasswords({ concurrent: 1, places: 1 });
  const deps = { database: databaseOf(pool), clock: () => new Date(), randomBytes, hashPassword, recordAudit };
  try {
    return (await importFile(deps, given)) ? 0 : 1;
  } finally {
    await pool.end();
  }
}
