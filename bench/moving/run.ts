import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { seedChargeProducts } from '../../apps/server/src/billing/charges/seed-charge-products.ts';
import { seedDataBundles } from '../../apps/server/src/billing/data-bundles/seed-data-bundles.ts';
import { seedPlans } from '../../apps/server/src/catalogue/plans/seed-plans.ts';
import { databaseOf } from '../../apps/server/src/platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrations/migrate.ts';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { createPeople } from '../chat/people.ts';
import { fillCustomers } from '../growth/fill-customers.ts';
import { fillRecords } from '../growth/fill-records.ts';
import { PASSWORD_COST } from '../load/password-cost.ts';
import { inFolder } from '../portal/in-folder.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printGoals } from '../print-goals.ts';

// How long it takes, and in how much memory, to move in and out with many customers.

const MOST_MEGABYTES = 300;
const MOST_INVOICE_MINUTES = 5;
const LOOK_EVERY_MS = 100;
const CLI = join(import.meta.dirname, '../../apps/cli/src/main.ts');
const SECRET = 'a secret of the moving bench alone, forty characters';

const { values } = parseArgs({
  options: { customers: { type: 'string', default: '100000' }, records: { type: 'string', default: '1000000' } },
});
const CUSTOMERS = Number(values.customers);
const RECORDS = Number(values.records);

const say = (message: string): void => console.error(message);

async function openPortal(dataDir: string): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: {} });
  await migrateDatabase(postgres.connection);
  const pool = new pg.Pool(postgres.connection);
  for (const seed of [seedPlans, seedDataBundles, seedChargeProducts]) await seed(databaseOf(pool));
  await pool.end();
  return postgres;
}

type Ran = { readonly seconds: number; readonly megabytes: number; readonly text: string };

/** Runs a command of the operator as package.json does, and watches its memory. */
async function runCommand(portal: EmbeddedPostgres, dataDir: string, ...words: string[]): Promise<Ran> {
  const began = performance.now();
  const flags = ['--max-old-space-size=128', '--max-semi-space-size=4'];
  const child = spawn(process.execPath, [...flags, CLI, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrlOf(portal.connection), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let most = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, LOOK_EVERY_MS);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${text}`);
  say(text);
  return { seconds: (performance.now() - began) / 1000, megabytes: most / 1024, text };
}

/** An open invoice for each customer. */
async function writeInvoices(portal: EmbeddedPostgres, path: string): Promise<void> {
  await withClient(portal.connection, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      "select a.number from accounts a join users u on u.id = a.id where u.role = 'customer' order by a.id",
    );
    const lines = ['invoice number,account number,amount,vat,date,due date,description\n'];
    for (const [place, { number }] of rows.entries()) {
      lines.push(`OLD-${place},${number},"12,500.55",872.13,03/10/2026,17/10/2026,Installation and router\n`);
    }
    await pipeline(Readable.from(lines), createWriteStream(path));
  });
}

/** On a database that is stopped whatever happens, so that the bench ends. */
async function withPortal<T>(dataDir: string, work: (portal: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const portal = await openPortal(dataDir);
  try {
    return await work(portal);
  } finally {
    await portal.stop();
  }
}

async function measureSource(folder: string, archive: string): Promise<{ invoices: Ran; written: Ran }> {
  const from = join(folder, 'from');
  return withPortal(from, async (source) => {
    say(`Filling a portal with ${CUSTOMERS} customers and ${RECORDS} accounting records …`);
    await fillCustomers(source.connection, await hash('a password of the bench', PASSWORD_COST), CUSTOMERS);
    await fillRecords(source.connection, CUSTOMERS, RECORDS);
    await withClient(source.connection, async (client) => {
      await createPeople(client, SECRET, 'admin', 1);
      await client.query('vacuum analyze');
    });
    const file = join(folder, 'invoices.csv');
    await writeInvoices(source, file);
    say('Importing open invoices …');
    const invoices = await runCommand(source, from, 'import', file, '--kind', 'invoices');
    say('Archiving …');
    return { invoices, written: await runCommand(source, from, 'archive', archive) };
  });
}

await inFolder('moving', async (folder) => {
  const archive = join(folder, 'portal.tar.gz');
  const { invoices, written } = await measureSource(folder, archive);
  const to = join(folder, 'to');
  say('Importing the archive …');
  const loaded = await withPortal(to, (target) => runCommand(target, to, 'import-archive', archive));
  const seconds = ({ seconds: took }: Ran) => `${took.toFixed(0)} s`;
  const megabytes = ({ megabytes: most }: Ran) => `${most.toFixed(0)} MB`;
  console.log(`The archive has ${(statSync(archive).size / 1024 / 1024).toFixed(0)} MB.`);
  const limit = `${MOST_MEGABYTES} MB`;
  const fits = ({ megabytes: most }: Ran) => most <= MOST_MEGABYTES;
  return printGoals([
    [
      `${CUSTOMERS} open invoices`,
      seconds(invoices),
      `${MOST_INVOICE_MINUTES} min`,
      invoices.seconds <= MOST_INVOICE_MINUTES * 60,
    ],
    ['memory of their import', megabytes(invoices), limit, fits(invoices)],
    ['memory of the archive', `${megabytes(written)} in ${seconds(written)}`, limit, fits(written)],
    ['memory of its import', `${megabytes(loaded)} in ${seconds(loaded)}`, limit, fits(loaded)],
  ]);
});
