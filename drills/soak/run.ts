import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPeople } from '../../bench/chat/people.ts';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { giveRole } from '../../bench/fuzz/callers.ts';
import { readHeapBytes } from '../../bench/fuzz/inspect-process.ts';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { findPortalDatabase, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort, residentBytes } from '../../bench/portal/program-process.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { createLoop, type Site } from '../clients/client.ts';
import { createClients } from '../clients/create-clients.ts';
import { createRequestLog } from '../clients/request-log.ts';
import { fitSlope } from './slope.ts';

// Mixed load for a long time: what the portal's memory does, and whether it gives back connections and
// sockets (threats and faults, G14).

const SESSION_SECRET = 'a secret of the soak drill alone, forty characters';
const NETWORK_TOKEN = 'the network token of the soak drill';
const MOST_MB_PER_HOUR = 1;
const SAMPLE_EVERY_MS = 2000;
/** A share of the run, until caches and the heap have their size; at most ten minutes. */
const WARM_UP_SHARE = 0.2;
const MOST_WARM_UP_MS = 600_000;
/** Idle connections live for 72 s at the portal, those of its database for less. */
const BACK_WITHIN_MS = 150_000;
/** Between the moment at which the load is over and that at which all is sent. */
const LAST_CLIENTS_WITHIN_MS = 120_000;
const STAFF_PAUSE_MS = 500;
const HEAP_GROWTH = 1.1;
const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('usage: npm run soak -- [--minutes N] [--seed N]');

const say = (message: string): void => console.error(message);

const STAFF_READS = [
  '/api/staff/overview',
  '/api/staff/customers',
  '/api/staff/tickets',
  '/api/staff/chats',
  '/api/staff/payments',
  '/api/staff/audit',
] as const;

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(join(folder, fd)).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

/** Those of others: the drill's own does not count. */
async function openConnections(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

type Held = { readonly sockets: number; readonly connections: number };

/** Waits until no more is held than before the load. */
async function giveBack(read: () => Promise<Held>, before: Held): Promise<Held> {
  const giveUpAt = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const held = await read();
    const isBack = held.sockets <= before.sockets && held.connections <= before.connections;
    if (isBack || performance.now() > giveUpAt) return held;
    await sleep(1000);
  }
}

/** One member of staff who goes from page to page of the console. */
function createStaff(site: Site, cookie: string, defects: string[]) {
  let turn = 0;
  const send = site.log.fetchOf('staff');
  return createLoop(STAFF_PAUSE_MS, async () => {
    const path = STAFF_READS[turn++ % STAFF_READS.length];
    const response = await send(`http://127.0.0.1:${site.port}${path}`, { headers: { cookie }, signal: site.end });
    await response.arrayBuffer();
    if (!response.ok) defects.push(`${path} answered ${response.status}`);
  });
}

type Sample = { readonly atMs: number; readonly bytes: number };

/** Resident memory until the load is over, without the warm-up. */
async function sampleMemory(pid: number, untilMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (performance.now() < untilMs) {
    samples.push({ atMs: performance.now(), bytes: residentBytes(pid) });
    await sleep(SAMPLE_EVERY_MS);
  }
  return samples;
}

const DEFECTS = /"level":(50|60)|unhandled|uncaught/i;

async function soak(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const port = await findFreePort();
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'portal.log');
  const sandbox = await startGatewaySandbox(await findFreePort(), `http://127.0.0.1:${port}`);
  running.defer(() => sandbox.close());
  const portal = await startPortal({
    port,
    dataDir,
    logFile,
    env: {
      SESSION_SECRET,
      NETWORK_TOKEN,
      LOG_LEVEL: 'warn',
      RECONCILE_INTERVAL_S: '1',
      SOCKETS_PER_ADDRESS: '100000',
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
      ...sandbox.portalEnv,
    },
  });
  running.defer(() => portal.stop());
  const [, inspectPort] = /Debugger listening on ws:\/\/[^/]+:(\d+)/.exec(readFileSync(logFile, 'utf8')) ?? [];
  const found = findPortalDatabase(dataDir);
  if (!found) throw new Error('the portal keeps no database in its data folder');
  const database = new pg.Client(found.connection);
  await database.connect();
  running.defer(() => database.end());
  const over = new AbortController();
  running.defer(() => over.abort(new Error('the drill is over')));
  const site: Site = {
    port,
    sandbox: sandbox.handle,
    sessionSecret: SESSION_SECRET,
    networkToken: NETWORK_TOKEN,
    seed,
    log: createRequestLog(),
    end: over.signal,
  };
  const read = async (): Promise<Held> => ({
    sockets: openSockets(portal.pid),
    connections: await openConnections(database),
  });
  const clients = await createClients(site, database);
  const [person] = await createPeople(database, SESSION_SECRET, 'admin', 1, 'soak');
  if (!person) throw new Error('nobody of the staff was made');
  await giveRole(database, person.id, 'owner');
  const staffDefects: string[] = [];
  const staff = createStaff(site, person.cookie, staffDefects);
  const before = await read();
  const startedAt = performance.now();
  const warmUpMs = Math.min(MOST_WARM_UP_MS, minutes * 60_000 * WARM_UP_SHARE);
  clients.start();
  staff.start();
  await sleep(warmUpMs);
  const heapBefore = await readHeapBytes(Number(inspectPort));
  const samples = await sampleMemory(portal.pid, startedAt + minutes * 60_000);
  const heapAfter = await readHeapBytes(Number(inspectPort));
  const deadline = setTimeout(() => over.abort(new Error('the last clients were not served')), LAST_CLIENTS_WITHIN_MS);
  await Promise.all([clients.settle(), staff.settle()]);
  clearTimeout(deadline);
  const checks: Check[] = [...(await clients.check(database))];
  over.abort(new Error('the drill is over'));
  const after = await giveBack(read, before);
  const slope = fitSlope(samples.map(({ atMs, bytes }) => ({ x: atMs / HOUR_MS, y: bytes / MB })));
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const sent = site.log.since(0).length;
  const mb = (bytes: number): string => (bytes / MB).toFixed(1);
  console.log(
    `${minutes} minutes, ${sent} requests (${Object.entries(clients.acknowledged())
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')})`,
  );
  console.log(
    `memory: ${mb(samples[0]?.bytes ?? 0)} MB after the warm-up, ${mb(samples.at(-1)?.bytes ?? 0)} MB at the end; slope ${slope.perX.toFixed(2)} MB/h, 95 % within ±${(2 * slope.error).toFixed(2)}; heap after collection ${mb(heapBefore)} → ${mb(heapAfter)} MB`,
  );
  const isLongEnough = 2 * slope.error <= MOST_MB_PER_HOUR;
  if (!isLongEnough)
    console.log('Too short to judge the slope, whose error is larger than the goal: the heap is judged.');
  console.log(
    `sockets ${before.sockets} → ${after.sockets}, connections to the database ${before.connections} → ${after.connections}`,
  );
  checks.push(
    {
      name: `memory grows by less than ${MOST_MB_PER_HOUR} MB an hour, where the run is long enough to tell`,
      violations: isLongEnough && slope.perX > MOST_MB_PER_HOUR ? [`${slope.perX.toFixed(2)} MB/h`] : [],
    },
    {
      name: 'the heap after collection is within 10 % of what it was after the warm-up',
      violations: heapAfter <= heapBefore * HEAP_GROWTH ? [] : [`${mb(heapBefore)} → ${mb(heapAfter)} MB`],
    },
    { name: 'its log tells of no defect', violations: lines.filter((line) => DEFECTS.test(line)) },
    { name: 'the pages of staff were always there', violations: staffDefects },
    {
      name: 'connections to the database and sockets are back where they were',
      violations:
        after.sockets <= before.sockets && after.connections <= before.connections
          ? []
          : [`${JSON.stringify(before)} before, ${JSON.stringify(after)} after`],
    },
    { name: 'the portal still runs', violations: portal.isRunning() ? [] : ['it has ended'] },
  );
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

say(`Soak: ${minutes} minutes, seed ${seed} (repeat with: npm run soak -- --minutes ${minutes} --seed ${seed})`);
await inFolder('soak', soak);
