import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPeople } from '../../bench/chat/people.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { giveRole } from '../../bench/fuzz/callers.ts';
import { readHeapBytes } from '../../bench/fuzz/inspect-process.ts';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort, residentBytes } from '../../bench/portal/program-process.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { createLoop, type Site } from '../clients/client.ts';
import { createClients } from '../clients/create-clients.ts';
import { createRequestLog } from '../clients/request-log.ts';
import { readHeldResources, waitForRelease } from './held-resources.ts';
import { describeMeasurement, judgeMeasurement, type Sample } from './judge-measurement.ts';

// Mixed load for a long time: what the portal's memory does, and whether it releases connections and
// sockets (threats and faults, G14).

const SESSION_SECRET = 'a secret of the soak drill alone, forty characters';
const NETWORK_TOKEN = 'the network token of the soak drill';
const SAMPLE_EVERY_MS = 2000;
/** A share of the run, until caches and the heap have their size; at most ten minutes. */
const WARM_UP_SHARE = 0.2;
const MOST_WARM_UP_MS = 600_000;
/** Between the moment at which the load is over and that at which all is sent. */
const LAST_CLIENTS_WITHIN_MS = 120_000;
const STAFF_PAUSE_MS = 500;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('usage: npm run soak -- [--minutes N] [--seed N]');

const STAFF_READS = [
  '/api/staff/overview',
  '/api/staff/customers',
  '/api/staff/tickets',
  '/api/staff/chats',
  '/api/staff/payments',
  '/api/staff/audit',
] as const;

type Installation = {
  readonly portal: RunningPortal;
  readonly port: number;
  readonly sandbox: GatewaySandbox;
  readonly database: pg.Client;
  readonly logFile: string;
  /** Of the portal's inspector. */
  readonly inspectPort: number;
};

/** Whatever it has started ends with `running`. */
async function install(folder: string, running: AsyncDisposableStack): Promise<Installation> {
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
  return { portal, port, sandbox, database, logFile, inspectPort: Number(inspectPort) };
}

/** One member of staff who goes from page to page of the console; a page that fails is one of `defects`. */
async function createStaff(site: Site, database: pg.Client, defects: string[]) {
  const [person] = await createPeople(database, SESSION_SECRET, 'admin', 1, 'soak');
  if (!person) throw new Error('nobody of the staff was made');
  await giveRole(database, person.id, 'owner');
  let turn = 0;
  const send = site.log.fetchOf('staff');
  return createLoop(STAFF_PAUSE_MS, async () => {
    const path = STAFF_READS[turn++ % STAFF_READS.length];
    const headers = { cookie: person.cookie };
    const response = await send(`http://127.0.0.1:${site.port}${path}`, { headers, signal: site.end });
    await response.arrayBuffer();
    if (!response.ok) defects.push(`${path} answered ${response.status}`);
  });
}

async function sampleMemory(pid: number, untilMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (performance.now() < untilMs) {
    samples.push({ atMs: performance.now(), bytes: residentBytes(pid) });
    await sleep(SAMPLE_EVERY_MS);
  }
  return samples;
}

async function soak(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const { portal, port, sandbox, database, logFile, inspectPort } = await install(folder, running);
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
  const clients = await createClients(site, database);
  const staffDefects: string[] = [];
  const staff = await createStaff(site, database, staffDefects);

  const readHeld = () => readHeldResources(portal.pid, database);
  const before = await readHeld();
  const startedAt = performance.now();
  clients.start();
  staff.start();
  await sleep(Math.min(MOST_WARM_UP_MS, minutes * 60_000 * WARM_UP_SHARE));
  const heapBefore = await readHeapBytes(inspectPort);
  const samples = await sampleMemory(portal.pid, startedAt + minutes * 60_000);
  const heapAfter = await readHeapBytes(inspectPort);

  const deadline = setTimeout(() => over.abort(new Error('the last clients were not served')), LAST_CLIENTS_WITHIN_MS);
  await Promise.all([clients.settle(), staff.settle()]);
  clearTimeout(deadline);
  const ofClients = await clients.check(database);
  over.abort(new Error('the drill is over'));
  const after = await waitForRelease(readHeld, before);

  const log = readFileSync(logFile, 'utf8');
  const isRunning = portal.isRunning();
  const measured = { samples, heapBefore, heapAfter, before, after, log, staffDefects, isRunning };
  const acknowledged = Object.entries(clients.acknowledged()).map(([name, count]) => `${count} ${name}`);
  console.log(`${minutes} minutes, ${site.log.since(0).length} requests (${acknowledged.join(', ')})`);
  for (const line of describeMeasurement(measured)) console.log(line);
  const checks = [...ofClients, ...judgeMeasurement(measured)];
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

console.error(
  `Soak: ${minutes} minutes, seed ${seed} (repeat with: npm run soak -- --minutes ${minutes} --seed ${seed})`,
);
await inFolder('soak', soak);
