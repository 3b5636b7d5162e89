import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { REPOSITORY } from '../../bench/portal/portal-process.ts';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import { countBilled, letThemBeDue, seedDueLines } from '../../bench/portal/seed-due-lines.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { findPreviousRelease, preparePreviousRelease } from '../../tools/run/previous-release.ts';
import { findHaproxy } from '../../tools/run/programs/find-haproxy.ts';
import { findRedis } from '../../tools/run/programs/find-redis.ts';
import { type Clients, createClients } from '../clients/create-clients.ts';
import { createRequestLog, describeFailures, isFailed, type RequestLog } from '../clients/request-log.ts';
import { type Installation, install, NETWORK_TOKEN, SESSION_SECRET, type Version } from './installation.ts';

// A rolling restart under load, instance by instance: from the previous release to this one, and
// from this one to itself. Between the two the versions run side by side on one database.

const DUE_LINES = 600;
const BILLED_WITHIN_MS = 60_000;
const ANSWER_MS = 60_000;
const GO_ON_WITHIN_MS = 60_000;

/**
 * The due lines are seeded without the payments that the invariants ask for; nothing else checks
 * them. In this role no foreign key holds the invoices.
 */
const REMOVE_DUE_LINES = `
  set session_replication_role = replica;
  delete from user_subscriptions where user_id in (select id from users where email like '%@due.bench.example');
  reset session_replication_role`;

/** `again`: restarts of this version, after the upgrade. */
type Size = { readonly again: number; readonly mixedMs: number };
const SHORT: Size = { again: 1, mixedMs: 5000 };
const FULL: Size = { again: 10, mixedMs: 30_000 };

type Row = {
  readonly step: string;
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
  readonly done: string;
};

/** Whether a version came with this. */
const has = ({ folder }: Version, path: string): boolean => existsSync(join(folder, path));

const say = (message: string): void => console.error(message);

async function untilBilled(database: Installation['database']): Promise<Check> {
  const giveUpAt = performance.now() + BILLED_WITHIN_MS;
  return withClient(database, async (client) => {
    let billed = await countBilled(client);
    while (billed.invoices < DUE_LINES && performance.now() < giveUpAt) {
      await sleep(200);
      billed = await countBilled(client);
    }
    const { invoices, lines, reminders } = billed;
    const isOnce = [invoices, lines, reminders].every((count) => count === DUE_LINES);
    const said = `${DUE_LINES} subscriptions were due: ${invoices} invoices for ${lines} of them, ${reminders} notices`;
    return { name: `each of ${DUE_LINES} renewals due during the upgrade ran once`, violations: isOnce ? [] : [said] };
  });
}

/** Each version's files, asked of an instance of the other one while both run. */
async function checkAssets(installation: Installation, previous: Version, current: Version): Promise<Check | null> {
  if (!has(previous, 'apps/server/src/platform/http/pages/stored-assets.ts')) {
    say(`${previous.name} does not store its assets yet: whether each version serves the other's is left out.`);
    return null;
  }
  const ask = async (port: number | undefined, { name, folder }: Version): Promise<string[]> => {
    const missing: string[] = [];
    for (const file of readdirSync(join(folder, 'apps/web/dist/client/assets'))) {
      if (file.endsWith('.br')) continue;
      const { ok } = await fetch(`http://127.0.0.1:${port}/assets/${file}`);
      if (!ok) missing.push(`/assets/${file} of ${name}`);
    }
    return missing;
  };
  const [newer, older] = installation.ports;
  return {
    name: 'each version serves the assets of the other one',
    violations: [...(await ask(newer, previous)), ...(await ask(older, current))],
  };
}

/** Runs a step under load and notes what became of the requests meanwhile. */
async function record(clients: Clients, log: RequestLog, step: string, run: () => Promise<unknown>): Promise<Row> {
  const since = performance.now();
  const before = clients.acknowledged();
  await run();
  const requests = log.since(since);
  const done = Object.entries(clients.acknowledged()).flatMap(([name, count]) =>
    count > 0 ? [`${count - (before[name] ?? 0)} ${name}`] : [],
  );
  const row = {
    step,
    seconds: (performance.now() - since) / 1000,
    requests: requests.length,
    failed: requests.filter(isFailed).length,
    done: done.join(', '),
  };
  say(
    `${step}: ${row.seconds.toFixed(1)} s, ${row.requests} requests, failed: ${describeFailures(requests)}; ${row.done}`,
  );
  return row;
}

/** Resolves when customers of each kind have been served since. */
async function untilAllGoOn(clients: Clients): Promise<void> {
  const before = clients.acknowledged();
  const giveUpAt = performance.now() + GO_ON_WITHIN_MS;
  // Reads acknowledge nothing.
  const kinds = Object.keys(before).filter((kind) => kind !== 'reads');
  for (;;) {
    const waiting = kinds.filter((kind) => (clients.acknowledged()[kind] ?? 0) <= (before[kind] ?? 0));
    if (waiting.length === 0) return;
    if (performance.now() > giveUpAt)
      throw new Error(`with both versions running there was nothing more of: ${waiting.join(', ')}`);
    await sleep(100);
  }
}

/** Late is not failed: on a busy machine a new instance draws its first pages for seconds. */
function withPatience(log: RequestLog, end: AbortSignal): RequestLog {
  return {
    ...log,
    fetchOf: (client) => {
      const send = log.fetchOf(client);
      return (input, init) => send(input, { ...init, signal: AbortSignal.any([end, AbortSignal.timeout(ANSWER_MS)]) });
    },
  };
}

async function upgrade(installation: Installation, previous: Version, current: Version, size: Size, seed: number) {
  const end = new AbortController();
  const log = createRequestLog();
  const site = {
    port: installation.port,
    sandbox: installation.sandbox.handle,
    sessionSecret: SESSION_SECRET,
    networkToken: NETWORK_TOKEN,
    seed,
    log: withPatience(log, end.signal),
    end: end.signal,
  };
  const clients = await withClient(installation.database, async (client) => {
    await seedDueLines(client, DUE_LINES);
    return createClients(site, client);
  });
  const since = performance.now();
  const rows: Row[] = [];
  const checks: Check[] = [];
  const step = async (name: string, run: () => Promise<unknown>) => rows.push(await record(clients, log, name, run));
  try {
    clients.start();
    await step(`${previous.name} alone`, () => sleep(2000));
    await withClient(installation.database, letThemBeDue);
    await step(`instance 1: ${previous.name} to ${current.name}`, () => installation.restart(0, current));
    await step('both versions side by side', () => Promise.all([sleep(size.mixedMs), untilAllGoOn(clients)]));
    const assets = await checkAssets(installation, previous, current);
    if (assets) checks.push(assets);
    if (has(previous, 'docs/decisions/056-databases-of-newer-releases.md')) {
      await step(`instance 1: back to ${previous.name}`, () => installation.restart(0, previous));
      await step(`instance 1: ${previous.name} to ${current.name}`, () => installation.restart(0, current));
    } else say(`${previous.name} refuses a newer release's database (decision 056): going back to it is left out.`);
    await step(`instance 2: ${previous.name} to ${current.name}`, () => installation.restart(1, current));
    for (let restart = 0; restart < size.again; restart++) {
      const index = restart % 2;
      await step(`instance ${index + 1}: ${current.name} again`, () => installation.restart(index, current));
    }
    await clients.settle();
    const failed = log.since(since).filter(isFailed);
    checks.push(
      {
        name: 'no request failed',
        violations: failed.map(({ client, method, path, outcome }) => `${client}: ${method} ${path}: ${outcome}`),
      },
      await untilBilled(installation.database),
      ...(await withClient(installation.database, async (client) => {
        await client.query(REMOVE_DUE_LINES);
        return clients.check(client);
      })),
    );
    return { rows, checks };
  } finally {
    end.abort(new Error('the drill is over'));
  }
}

function report(rows: readonly Row[], checks: readonly Check[]): boolean {
  console.log('\n| Step | Seconds | Requests | Failed | Acknowledged |\n|---|--:|--:|--:|---|');
  for (const { step, seconds, requests, failed, done } of rows)
    console.log(`| ${step} | ${seconds.toFixed(1)} | ${requests} | ${failed} | ${done} |`);
  console.log('');
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

async function drill(size: Size, seed: number, release: { readonly commit: string; readonly name: string }) {
  say(`The previous release is ${release.name}; building it where it is not built yet.`);
  const previous = { name: release.name, folder: preparePreviousRelease(release) };
  const installation = await install(previous);
  try {
    const { rows, checks } = await upgrade(
      installation,
      previous,
      { name: 'this version', folder: REPOSITORY },
      size,
      seed,
    );
    await installation.shutDown();
    const isClean = report(rows, checks);
    if (isClean) installation.clear();
    else say(`The logs are in ${installation.folder}.`);
    return isClean;
  } catch (error) {
    await installation.shutDown();
    say(`The logs are in ${installation.folder}.`);
    throw error;
  }
}

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(seed)) throw new Error('usage: npm run upgrade-drill -- [--full] [--seed N]');
console.log(
  `Upgrade drill: seed ${seed} (repeat with: npm run upgrade-drill -- ${values.full ? '--full ' : ''}--seed ${seed})`,
);
const release = findPreviousRelease();
const missing = findHaproxy() ?? findRedis();
if ('missing' in release) {
  console.log(`NOT RUN: ${release.missing}\n0 passed, 0 failed`);
} else if (missing !== null) {
  console.log(`NOT RUN: ${missing}\n0 passed, 1 failed`);
  process.exitCode = 1;
} else {
  try {
    process.exitCode = (await drill(values.full ? FULL : SHORT, seed, release)) ? 0 : 1;
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  }
}
