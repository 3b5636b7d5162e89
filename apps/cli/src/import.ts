import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { brand } from '@portal/brand';
import {
  type ColumnReading,
  columnReadings,
  type ImportDetail,
  type ImportKind,
  importKinds,
} from '@portal/contract/console/imports';
import { vatRateAt } from '@portal/kernel/billing/vat';
import { sellerOf } from '@portal/server/billing/invoices/seller';
import { phpNuxBillKinds, readPhpNuxBill } from '@portal/server/console/imports/phpnuxbill/read-phpnuxbill';
import { readImport } from '@portal/server/console/imports/read-imports';
import { type ImportDependencies, runImports, storeImport } from '@portal/server/console/imports/run-imports';
import { recordAudit } from '@portal/server/identity/audit/record-audit';
import { createPasswords } from '@portal/server/identity/sign-in/create-passwords';
import { readConfig } from '@portal/server/platform/config/config';
import { databaseOf } from '@portal/server/platform/database/connection';
import { type FileRow, readCsv } from '@portal/server/platform/files/read-csv';
import { readSettings } from '@portal/server/platform/settings/create-settings';
import { initialSettings } from '@portal/server/platform/settings/initial-settings';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const USAGE = `Usage: npm run import -- FILE.csv --kind ${importKinds.join('|')} [--source NAME] [--dry-run]
                       [--column FIELD=HEADER ...] [--read FIELD=READING ...]
       READING: ${Object.values(columnReadings).flat().join(', ')}
       npm run import -- DUMP.sql --from phpnuxbill [--dry-run] [--plan OLD=NEW ...]`;

type Given = {
  readonly kinds: readonly ImportKind[];
  readonly path: string;
  readonly source: string;
  readonly isDryRun: boolean;
  readonly columns: Readonly<Record<string, string>>;
  readonly readings: Readonly<Record<string, ColumnReading>>;
  readonly rowsOf: (kind: ImportKind) => AsyncIterator<FileRow>;
};

type Options = {
  readonly kind: string | undefined;
  readonly from: string | undefined;
  /** Names of plans, old=new. */
  readonly plan: readonly string[];
};

/** name=value */
const pairOf = (text: string): [string, string] => {
  const cut = text.indexOf('=');
  return cut < 0 ? [text, text] : [text.slice(0, cut), text.slice(cut + 1)];
};

/** Throws an error for what is no reading. */
function readingsOf(given: readonly string[]): Record<string, ColumnReading> {
  const known: readonly ColumnReading[] = Object.values(columnReadings).flat();
  const pairs = given.map(pairOf).map(([field, name]) => {
    const reading = known.find((each) => each === name);
    if (!reading) throw new Error(`${name} is no reading.`);
    return [field, reading] as const;
  });
  return Object.fromEntries(pairs);
}

/** How the file is read; null for what is not known. */
function readerOf(path: string, { kind: name, from, plan }: Options): Pick<Given, 'kinds' | 'rowsOf'> | null {
  if (from === 'phpnuxbill' && name === undefined) {
    const open = () => createReadStream(path);
    const names = new Map(plan.map(pairOf));
    return {
      kinds: phpNuxBillKinds,
      rowsOf: (kind) => readPhpNuxBill(phpNuxBillKinds.find((each) => each === kind) ?? 'customers', open, names),
    };
  }
  const kind = importKinds.find((each) => each === name);
  if (!kind || from !== undefined || plan.length > 0) return null;
  return { kinds: [kind], rowsOf: () => readCsv(createReadStream(path)) };
}

/** Null, with the usage printed, for arguments that are not understood. */
function readArguments(args: readonly string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        from: { type: 'string' },
        source: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        plan: { type: 'string', multiple: true, default: [] },
        column: { type: 'string', multiple: true, default: [] },
        read: { type: 'string', multiple: true, default: [] },
      },
    });
    const { column, read, kind, from, plan, source = from ?? 'csv', 'dry-run': isDryRun } = values;
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0 || source.length > 40) throw new Error('Give one file.');
    const reader = readerOf(path, { kind, from, plan });
    if (!reader) throw new Error('Say what is in the file.');
    return {
      ...reader,
      path,
      source,
      isDryRun,
      columns: Object.fromEntries(column.map(pairOf)),
      readings: readingsOf(read),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return null;
  }
}

/** Prints what became of an import; true unless nothing could be imported. */
function printImport({ id, kind, isDryRun, ...run }: ImportDetail): boolean {
  console.log(`\n${kind}`);
  for (const [field, header] of Object.entries(run.columns)) console.log(`  ${field.padEnd(12)} ← ${header ?? '–'}`);
  for (const [field, { as, example, ways }] of Object.entries(run.readings)) {
    const value = ways.find((way) => way.as === as)?.value ?? '?';
    if (example !== null)
      console.log(`  ${field.padEnd(12)} “${example}” is ${value} (${as ?? ways.map((way) => way.as).join(' or ')})`);
  }
  for (const { row, reason } of run.rejectedRows) console.log(`  row ${row}: ${reason}`);
  if (run.failure !== null) {
    console.error(`  ${run.failure}`);
    return false;
  }
  const would = isDryRun ? 'would be imported' : 'imported';
  console.log(
    `  ${run.rows} rows: ${run.accepted} ${would}, ${run.rejected} rejected, ${run.repeated} imported before.`,
  );
  if (run.sums) {
    const { file, booked, rejected, repeated } = run.sums;
    console.log(`  ₦${file} in the file = ₦${booked} ${would} + ₦${rejected} rejected + ₦${repeated} imported before.`);
  }
  console.log(`  /admin/imports/${id} has the rejected rows as a file${isDryRun ? '' : ', and undoes it'}.`);
  return true;
}

/** Imports a file, all kinds of it in one transaction; true unless nothing could be imported. */
async function importFile(deps: ImportDependencies, { path, kinds, rowsOf, ...given }: Given): Promise<boolean> {
  const fileName = basename(path).slice(0, 200);
  const parts = kinds.map((kind) => ({
    order: { ...given, kind, id: randomUUID(), fileName, startedBy: null, startedAt: deps.clock() },
    open: () => rowsOf(kind),
  }));
  for (const { order } of parts) await storeImport(deps, order);
  await runImports(deps, parts);
  const printed = [];
  for (const { order } of parts) printed.push(printImport(await readImport(deps, order.id)));
  return printed.every(Boolean);
}

/** Imports a file into the running portal: npm run import -- customers.csv --kind customers */
export async function importCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = readArguments(args);
  if (given === null) return 2;
  const pool = new pg.Pool({ ...findRunningDatabase(env), max: 2 });
  const { hash: hashPassword } = createPasswords({ concurrent: 1, places: 1 });
  const database = databaseOf(pool);
  try {
    const initial = initialSettings(brand, readConfig(env), {});
    const { values } = await readSettings({ database, initial, logger: console });
    const seller = () => sellerOf({ get: (subject) => values[subject] });
    const vatRate = (at: Date) => vatRateAt(values.vat.changes, at);
    // The command imports no vouchers: they are made by a member of staff.
    const hashVoucherCode = (code: string) => hash('sha256', code, 'base64url');
    const deps = {
      database,
      clock: () => new Date(),
      randomBytes,
      hashPassword,
      recordAudit,
      seller,
      vatRate,
      hashVoucherCode,
    };
    return (await importFile(deps, given)) ? 0 : 1;
  } finally {
    await pool.end();
  }
}
