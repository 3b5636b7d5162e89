import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { SHOWN } from '../../bench/print-checks.ts';
import { useMemoryForTemporaryFiles } from '../../tools/run/memory-folder.ts';
import type { Site } from '../clients/client.ts';
import { type Clients, createClients } from '../clients/create-clients.ts';
import { describeAvailability } from '../clients/reading-visitors.ts';
import { createRequestLog, describeFailures, isFailed, isWrite, secondsWithoutWrites } from '../clients/request-log.ts';
import { type Cluster, SECRETS, startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { findPrograms } from './find-programs.ts';

const FULL_TIMES = 3;
const MOST_SECONDS_WITHOUT_WRITES = 30;
/** The load before a fault, and after everything runs again. */
const CALM_MS = 5000;
const SHORTEST_FAULT_MS = 5000;
const SERVED_WITHIN_MS = 90_000;
const SETTLED_WITHIN_MS = 60_000;

const say = (message: string): void => console.error(message);

type Drill = { readonly cluster: Cluster; readonly clients: Clients; readonly site: Site };

type Result = {
  readonly fault: string;
  readonly secondsWithoutWrites: number;
  readonly failures: string;
  readonly availability: string;
  readonly acknowledged: string;
  readonly violations: readonly string[];
};

/** Resolves when writes succeed again, at the earliest when the fault has lasted its time. */
async function servedAgain({ site }: Drill, struckAt: number, lastsMs: number): Promise<void> {
  const giveUpAt = struckAt + SERVED_WITHIN_MS;
  await sleep(Math.max(SHORTEST_FAULT_MS, lastsMs));
  for (;;) {
    const latest = site.log.since(performance.now() - 1000);
    if (latest.some((request) => isWrite(request) && !isFailed(request))) return;
    if (performance.now() > giveUpAt) throw new Error(`no write succeeded for ${SERVED_WITHIN_MS / 1000} s`);
    await sleep(100);
  }
}

async function settle(clients: Clients): Promise<void> {
  const late = AbortSignal.timeout(SETTLED_WITHIN_MS);
  const { promise, reject } = Promise.withResolvers<never>();
  late.addEventListener('abort', () => reject(new Error('the clients were not served to the end')));
  await Promise.race([clients.settle(), promise]);
}

async function suffer(drill: Drill, fault: Fault, time: number): Promise<Result> {
  const { cluster, clients, site } = drill;
  await cluster.healthy();
  const before = clients.acknowledged();
  clients.start();
  await sleep(CALM_MS);
  const struckAt = performance.now();
  const mend = await fault.strike(cluster.programs, time);
  await servedAgain(drill, struckAt, fault.lastsMs);
  await mend();
  await cluster.healthy();
  await sleep(CALM_MS);
  const until = performance.now();
  const availability = describeAvailability(site.log, struckAt, site);
  await settle(clients);
  const checks = await cluster.onPrimary(clients.check);
  const requests = site.log.since(struckAt);
  const counts = Object.entries(clients.acknowledged()).filter(([, count]) => count > 0);
  return {
    fault: fault.name,
    secondsWithoutWrites: secondsWithoutWrites(requests, struckAt, until),
    failures: describeFailures(requests),
    availability,
    acknowledged: counts.map(([name, count]) => `${count - (before[name] ?? 0)} ${name}`).join(', '),
    violations: checks.flatMap(({ name, violations }) => violations.slice(0, SHOWN).map((one) => `${name}: ${one}`)),
  };
}

/** A row for each fault: the longest time without writes, and the sums. */
function printTable(results: readonly Result[]): void {
  console.log('\n| Fault | Times | Without writes, s | Lost or doubled |\n|---|--:|--:|--:|');
  for (const [fault, same] of Map.groupBy(results, (result) => result.fault)) {
    const seconds = same.map((result) => result.secondsWithoutWrites.toFixed(1)).join(', ');
    const violations = same.reduce((sum, result) => sum + result.violations.length, 0);
    console.log(`| ${fault} | ${same.length} | ${seconds} | ${violations} |`);
  }
}

function print(result: Result): void {
  console.log(`\n${result.fault}`);
  console.log(`  without writes   ${result.secondsWithoutWrites.toFixed(1)} s`);
  console.log(`  acknowledged     ${result.acknowledged}`);
  console.log(`  lost or doubled  ${result.violations.length}`);
  console.log(`  failed requests  ${result.failures}`);
  console.log(`  answered reads   ${result.availability}`);
  for (const violation of result.violations) console.log(`    VIOLATION ${violation}`);
}

async function drillAll(folder: string, faults: readonly Fault[], times: number, seed: number): Promise<Result[]> {
  const port = await findFreePort();
  const gatewayPort = await findFreePort();
  const gateways = await startGatewaySandbox(gatewayPort, `http://127.0.0.1:${port}`);
  const over = new AbortController();
  const { promise: interrupted, reject: interrupt } = Promise.withResolvers<never>();
  interrupted.catch(() => undefined);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt(new Error(`ended by ${name}`)));
  let cluster: Cluster | null = null;
  try {
    say('Starting three machines …');
    cluster = await startCluster(folder, port, { ...gateways, port: gatewayPort });
    const secrets = { sessionSecret: SECRETS.SESSION_SECRET, networkToken: SECRETS.NETWORK_TOKEN };
    const site = { port, sandbox: gateways.handle, ...secrets, seed, log: createRequestLog(), end: over.signal };
    const clients = await cluster.onPrimary((database) => createClients(site, database));
    const results: Result[] = [];
    const drill = { cluster, clients, site };
    for (const fault of faults) {
      for (let time = 1; time <= times; time++) {
        say(`${fault.name}, ${time} of ${times} …`);
        const result = await Promise.race([suffer(drill, fault, time), interrupted]);
        print(result);
        results.push(result);
      }
    }
    return results;
  } finally {
    over.abort(new Error('the drill is over'));
    await cluster?.close();
    await gateways.close();
  }
}

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    times: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const times = Number(values.times ?? (values.full ? FULL_TIMES : 1));
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const faults = FAULTS.filter(({ name }) => name.includes(values.only ?? ''));
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed) || faults.length === 0)
  throw new Error(
    `usage: npm run ha-drill -- [--full] [--times N] [--seed N] [--only WORDS]; the faults: ${FAULTS.map(({ name }) => name).join('; ')}`,
  );

const missing = findPrograms();
if (missing !== null) {
  console.log(`NOT RUN: ${missing}`);
  // Whoever asks for one fault asks for a part of the tests of any machine, as .ci/run does.
  console.log(values.only === undefined ? '0 passed, 1 failed' : '0 passed, 0 failed');
  process.exit(values.only === undefined ? 1 : 0);
}
useMemoryForTemporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'portal-ha-'));
chmodSync(folder, 0o711);
console.log(`High-availability drill: ${faults.length} faults, ${times} time(s) each, seed ${seed}`);
try {
  const results = await drillAll(folder, faults, times, seed);
  printTable(results);
  const failed = results.filter(
    ({ violations, secondsWithoutWrites: seconds }) => violations.length > 0 || seconds > MOST_SECONDS_WITHOUT_WRITES,
  );
  if (failed.length === 0 && !values.keep) rmSync(folder, { recursive: true, force: true });
  else say(`The logs are in ${folder}.`);
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
} catch (error) {
  say(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThe logs are in ${folder}.`);
  console.log('0 passed, 1 failed');
  // What the load was waiting for would keep the process.
  process.exit(1);
}
