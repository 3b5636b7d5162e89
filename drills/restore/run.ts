// npm run drill:restore: customers pay, the portal is backed up, more is paid, the disk is lost. Then
// everything is restored, the gateways are asked, and no naira may be missing.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { inFolder } from '../../bench/portal/in-folder.ts';
import {
  findPortalDatabase,
  killPostmaster,
  type RunningPortal,
  startPortal,
} from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { compareWithGateways } from './compare-with-gateways.ts';
import { type Customer, payMonth, registerCustomer } from './customers.ts';
import { runOrThrow } from './operator-command.ts';
import { tryRefusedBackups } from './refused-backups.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;
const GIVE_UP_MS = 120_000;
/** The long form pays on until the log has been archived by its own clock a few times. */
const FULL_PAYING_MS = 200_000;

const ATTACHMENT = { id: '5c1e6a50-6f0e-4d7e-9a44-0d3c8a1b2c3d', content: 'a picture of a broken router' };

type Scene = {
  readonly folder: string;
  readonly dataDir: string;
  readonly backups: string;
  readonly env: Readonly<Record<string, string>>;
  readonly otherKey: string;
  readonly port: number;
  readonly gateways: GatewaySandbox;
  readonly shop: Parameters<typeof registerCustomer>[0];
  readonly defects: string[];
};

async function poll<T>(what: string, read: () => Promise<T | null>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    if (performance.now() > giveUpAt) throw new Error(`${what} did not happen within ${GIVE_UP_MS / 1000} s`);
    await sleep(100);
  }
}

async function setScene(folder: string): Promise<Scene> {
  const [key, otherKey, backups] = ['key', 'other-key', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { output } = await runOrThrow(['backup-key', key], {});
  await runOrThrow(['backup-key', otherKey], {});
  mkdirSync(backups);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const gateways = await startGatewaySandbox(await findFreePort(), origin);
  const dataDir = join(folder, 'data');
  const defects: string[] = [];
  const recipient = /BACKUP_RECIPIENTS=(age1\S+)/.exec(output)?.[1] ?? '';
  const env = { DATA_DIR: dataDir, BACKUP_RECIPIENTS: recipient, BACKUP_IDENTITY_FILE: key, DATABASE_URL: '' };
  const shop = {
    origin,
    sandbox: gateways.handle,
    end: new AbortController().signal,
    onDefect: (defect: string) => void defects.push(defect),
  };
  return { folder, dataDir, backups, env, otherKey, port, gateways, shop, defects };
}

function openPortal({ folder, dataDir, backups, env, port, gateways }: Scene): Promise<RunningPortal> {
  const { BACKUP_RECIPIENTS = '' } = env;
  return startPortal({
    port,
    dataDir,
    logFile: join(folder, 'portal.log'),
    env: { ...gateways.portalEnv, BACKUP_DIR: backups, BACKUP_RECIPIENTS, RECONCILE_INTERVAL_S: '1' },
  });
}

function database({ dataDir }: Scene): pg.ClientConfig {
  const found = findPortalDatabase(dataDir);
  if (!found) throw new Error('no database runs');
  return found.connection;
}

function hasCopiedFile({ backups }: Scene): boolean {
  const [installation = ''] = readdirSync(backups);
  const folder = join(backups, installation, 'uploads', ATTACHMENT.id.slice(0, 2));
  return existsSync(folder) && readdirSync(folder).includes(`${ATTACHMENT.id}.zst.age`);
}

function archivedSegments({ backups }: Scene): number {
  const [installation = ''] = readdirSync(backups);
  return readdirSync(join(backups, installation, 'wal')).filter((name) => !name.endsWith('.part')).length;
}

/**
 * Ends the segment that is being written, as a minute does, and waits until it and the customer's
 * file are in the backup.
 */
async function archiveNow(scene: Scene): Promise<void> {
  const before = archivedSegments(scene);
  await withClient(database(scene), (client) => client.query('select pg_switch_wal()'));
  await poll('the archiving of the log', async () => (archivedSegments(scene) > before ? true : null));
  await poll('the copy of the file', async () => (hasCopiedFile(scene) ? true : null));
}

async function payEach(scene: Scene, customers: readonly Customer[]): Promise<string[]> {
  const pay = (customer: Customer, index: number) =>
    payMonth(scene.shop, customer, GATEWAYS[index % GATEWAYS.length] ?? 'paystack');
  return Promise.all(customers.map(pay));
}

/** Pays one after the other until `endsAt`, by gateways that have a list. */
async function payOn(scene: Scene, customers: readonly Customer[], endsAt: number): Promise<void> {
  for (let index = 0; performance.now() < endsAt; index++) {
    const customer = customers[index % customers.length];
    if (customer) await payMonth(scene.shop, customer, index % 2 === 0 ? 'paystack' : 'flutterwave');
  }
}

/** The secrets that the portal has made itself, which an operator keeps elsewhere. */
const SECRETS = ['session-secret', 'vapid-keys.json'];

function copySecrets(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of SECRETS) copyFileSync(join(from, name), join(to, name));
}

function attachmentPath({ dataDir }: Scene): string {
  return join(dataDir, 'uploads', ATTACHMENT.id.slice(0, 2), ATTACHMENT.id);
}

/** A customer's file, as the portal stores it. */
function attachFile(scene: Scene): void {
  mkdirSync(join(attachmentPath(scene), '..'), { recursive: true });
  writeFileSync(attachmentPath(scene), ATTACHMENT.content);
}

function findLostAttachment(scene: Scene): string[] {
  const path = attachmentPath(scene);
  return existsSync(path) && readFileSync(path, 'utf8') === ATTACHMENT.content ? [] : [`${path} is missing or changed`];
}

function readRecoveryPoint(output: string): Date {
  return new Date(/everything up to (\S+Z)/.exec(output)?.[1] ?? 0);
}

/** Restores a moment between two payments elsewhere; what is wrong with it is returned. */
async function restoreMoment(scene: Scene, moment: Date): Promise<string[]> {
  const words = ['restore', scene.backups, '--to', moment.toISOString(), '--into', join(scene.folder, 'earlier')];
  const { output } = await runOrThrow(words, scene.env);
  return readRecoveryPoint(output) <= moment ? [] : [`${moment.toISOString()} was wanted: ${output}`];
}

type Loss = {
  readonly at: Date;
  readonly newcomer: string;
  readonly newcomerPaid: string;
  readonly byQuickteller: string;
};

/** Pays what no backup will have, and loses the disk. */
async function loseDisk(scene: Scene, portal: RunningPortal, customers: readonly Customer[]): Promise<Loss> {
  await payOn(scene, customers, performance.now() + 2000);
  const [first] = customers;
  if (!first) throw new Error('no customers');
  const byQuickteller = await payMonth(scene.shop, first, 'quickteller');
  const newcomer = 'newcomer@drill.example';
  const newcomerPaid = await payMonth(scene.shop, await registerCustomer(scene.shop, newcomer), 'flutterwave');
  const at = new Date();
  portal.kill('process');
  killPostmaster(scene.dataDir);
  await portal.exited;
  rmSync(scene.dataDir, { recursive: true });
  return { at, newcomer, newcomerPaid, byQuickteller };
}

/** What the portal cannot find out alone, as an operator reads it off the gateways' dashboards. */
async function recoverByHand(scene: Scene, loss: Loss): Promise<void> {
  await registerCustomer(scene.shop, loss.newcomer);
  const orders = new Map(scene.gateways.handle.transactions().map((order) => [order.reference, order]));
  const recover = async (reference: string, email: string): Promise<void> => {
    const order = orders.get(reference);
    if (!order) throw new Error(`${reference} is at no gateway`);
    const sum = ['--naira', String(order.amountKobo / 100), '--gateway', order.gateway];
    await runOrThrow(['recover-payment', reference, ...sum, '--customer', email], scene.env);
  };
  await recover(loss.byQuickteller, 'customer0@drill.example');
  await recover(loss.newcomerPaid, loss.newcomer);
}

async function findMissing(scene: Scene): Promise<string[]> {
  return withClient(database(scene), (client) => compareWithGateways(client, scene.gateways.handle));
}

const say = (what: string): void => console.log(`  ${what}`);

/** Customers pay before and after a base backup; resolves with a moment between two payments. */
async function payAndBackUp(scene: Scene, customers: readonly Customer[], full: boolean): Promise<Date> {
  await payEach(scene, customers);
  say((await runOrThrow(['backup', scene.backups], scene.env)).output);
  await payEach(scene, customers);
  attachFile(scene);
  const moment = new Date();
  await payEach(scene, customers);
  if (full) await payOn(scene, customers, performance.now() + FULL_PAYING_MS);
  else await archiveNow(scene);
  return moment;
}

/** Lets the restored portal ask the gateways, then people; resolves with what is still missing. */
async function recoverMoney(scene: Scene, loss: Loss): Promise<string[]> {
  const count = async (): Promise<number> => (await findMissing(scene)).length;
  say(`${await count()} payments were missing before the gateways were asked`);
  await poll('a comparison with both gateways', () =>
    withClient(database(scene), async (client) => {
      const { rows } = await client.query('select 1 from gateway_reconciliations where reconciled_until > $1', [
        loss.at,
      ]);
      return rows.length >= 2 ? true : null;
    }),
  );
  say(`${await count()} after that, which only people can tell: by Quickteller, and of an account that is lost`);
  await recoverByHand(scene, loss);
  await poll('the settlement of all payments', async () => ((await count()) === 0 ? true : null)).catch(() => null);
  return findMissing(scene);
}

async function drill(scene: Scene, full: boolean): Promise<boolean> {
  const first = await openPortal(scene);
  const emails = Array.from({ length: full ? 24 : 6 }, (_, index) => `customer${index}@drill.example`);
  const customers = await Promise.all(emails.map((email) => registerCustomer(scene.shop, email)));
  const moment = await payAndBackUp(scene, customers, full);
  const keptElsewhere = join(scene.folder, 'secrets');
  copySecrets(scene.dataDir, keptElsewhere);
  const loss = await loseDisk(scene, first, customers);
  const payments = scene.gateways.handle.transactions().length;
  say(`${payments} payments were acknowledged; the disk is lost`);

  const { tried, faults } = await tryRefusedBackups(scene.folder, scene);
  say(`${tried} spoilt backups tried`);

  const wrongMoment = await restoreMoment(scene, moment);
  copySecrets(keptElsewhere, scene.dataDir);
  const restored = await runOrThrow(['restore', scene.backups], scene.env);
  say(restored.output.replaceAll('\n', '\n  '));
  const portal = await openPortal(scene);
  const missing = await recoverMoney(scene, loss);
  await runOrThrow(['backup', scene.backups], scene.env);
  say((await runOrThrow(['restore-drill', scene.backups], scene.env)).output);
  await portal.stop();

  const rpo = (loss.at.getTime() - readRecoveryPoint(restored.output).getTime()) / 1000;
  const rto = restored.seconds + portal.readyAfterMs / 1000;
  say(
    `RPO of the database ${rpo.toFixed(1)} s, RTO ${rto.toFixed(1)} s, of money lost ${missing.length === 0 ? 'nothing' : 'SOME'}`,
  );
  const checks: Check[] = [
    {
      name: `${payments} payments at the gateways are in the ledger once, and every rule of the data holds`,
      violations: missing,
    },
    { name: `${tried} spoilt or foreign backups are refused and leave nothing behind`, violations: faults },
    { name: 'a moment between two payments can be restored', violations: wrongMoment },
    { name: 'a file that a customer attached after the base backup is there', violations: findLostAttachment(scene) },
    {
      name: 'no request failed while the portal ran',
      violations: scene.defects.filter((defect) => !/no longer knows/.test(defect)),
    },
    { name: 'the database came back to within 5 minutes', violations: rpo <= 300 ? [] : [`${rpo} s`] },
  ];
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
await inFolder('restore-drill', async (folder) => {
  const scene = await setScene(folder);
  try {
    return await drill(scene, values.full);
  } finally {
    killPostmaster(scene.dataDir);
    await scene.gateways.close();
  }
});
