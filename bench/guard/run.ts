import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { createPeople } from '../chat/people.ts';
import { median } from '../load/median.ts';
import { PASSWORD_COST } from '../load/password-cost.ts';
import type { LoadRequest } from '../load/run-load.ts';
import { inFolder } from '../portal/in-folder.ts';
import { connectInspector, type Inspector } from '../portal/inspector.ts';
import { findPortalDatabase, REPOSITORY, type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort, type RunningProgram, startProgram } from '../portal/program-process.ts';
import { seedPortal, withClient } from '../portal/seed-bench-data.ts';
import { cookieNamed, PASSWORD, signIn } from '../portal/sign-in.ts';
import {
  findDearer,
  lesserOf,
  PARTS,
  readBaseline,
  rounded,
  slownessOf,
  type Work,
  type WorkOfCalls,
  writeBaseline,
} from './baseline.ts';
import { countFunctions } from './count-functions.ts';
import { type GuardedCall, guardedCalls } from './guarded-calls.ts';
import { profileCall } from './profile-call.ts';
import { openConnection, sendMany } from './send-many.ts';
import {
  createStatementStatistics,
  preloadStatementStatistics,
  readSettledWork,
  type StatementWork,
  workSince,
} from './statement-statistics.ts';
import { type Counted, workOfARequest } from './work-of-a-request.ts';
import { countDatabaseWork, countWork, requireCountedWork } from './work-of-processes.ts';

const HOLD_JOBS = new URL('hold-jobs.ts', import.meta.url).href;
const BASELINE = join(REPOSITORY, 'bench/baseline.json');
const PROFILES = join(REPOSITORY, '.cache/guard');

const CUSTOMERS_SIGNED_IN = 64;
const WARM_UP_SECONDS = 1;
const ROUNDS = 3;
const SECONDS = 0.4;
const CONSTANT_SECONDS = 0.2;
const PROFILE_SECONDS = 3;
const COUNTED_REQUESTS = 10;
/** They prepare statements and fill caches. */
const FIRST_REQUESTS = 20;
/** A load of sign-ins leaves mails to send. */
const MAILS_WITHIN_MS = 60_000;

const SECRET = 'the session secret of the guard, 40 letters';
const NETWORK_TOKEN = 'the network token of the guard';

const { values: options } = parseArgs({
  options: {
    /** Writes the baseline anew: in the commit that makes a call dearer on purpose, which says why. */
    write: { type: 'boolean', default: false },
    /** Only profiles this call. */
    profile: { type: 'string' },
    /** Names of calls, with semicolons between them; none of the others is judged. */
    only: { type: 'string' },
    /** Another checkout, to compare with. */
    repository: { type: 'string', default: REPOSITORY },
  },
});

const say = (message: string): void => console.error(message);

type Servers = {
  readonly portal: RunningPortal;
  readonly inspector: Inspector;
  readonly postmasterPid: number;
  readonly database: pg.Client;
  readonly constant: RunningProgram & { readonly origin: string };
  readonly calls: readonly GuardedCall[];
  readonly stop: () => Promise<void>;
};

type PortalFolder = { readonly dataDir: string; readonly logFile: string; readonly inspectorPort: number };

async function startGuardedPortal({ dataDir, logFile, inspectorPort }: PortalFolder) {
  const portal = await startPortal({
    repository: options.repository,
    port: await findFreePort(),
    dataDir,
    logFile,
    env: {
      SESSION_SECRET: SECRET,
      NETWORK_TOKEN,
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort} --import=${HOLD_JOBS}`,
    },
  });
  const database = findPortalDatabase(dataDir);
  if (database) return { portal, ...database };
  await portal.stop();
  throw new Error('the portal keeps no database in its data folder');
}

/** Seeds a portal's folder; what its database takes for each statement is counted from its next start on. */
async function prepareFolder(folder: PortalFolder): Promise<void> {
  const { portal, connection } = await startGuardedPortal(folder);
  try {
    await seedPortal(connection, await hash(PASSWORD, PASSWORD_COST));
    await withClient(connection, preloadStatementStatistics);
  } finally {
    await portal.stop();
  }
}

async function startConstant(logFile: string): Promise<Servers['constant']> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    name: 'the constant route',
    command: [process.execPath, join(REPOSITORY, 'bench/yardsticks/fastify-constant.ts')],
    env: { PORT: String(port), NODE_ENV: 'production' },
    logFile,
    readyUrl: `${origin}/constant`,
  });
  return { ...program, origin };
}

async function findCalls(portal: RunningPortal, database: pg.Client): Promise<readonly GuardedCall[]> {
  const cookies = await signIn(portal.origin, CUSTOMERS_SIGNED_IN);
  const [agent] = await createPeople(database, SECRET, 'admin', 1);
  const { rows } = await database.query<{ reference: string }>(
    `select reference from payments where gateway = 'paystack' order by reference`,
  );
  const all = guardedCalls({
    origin: portal.origin,
    networkToken: NETWORK_TOKEN,
    customers: cookies.map((header) => cookieNamed('session', header)),
    devices: cookies.map((header) => cookieNamed('browser', header)),
    staff: agent?.cookie ?? '',
    references: rows.map(({ reference }) => reference),
  });
  const wanted = options.profile === undefined ? options.only?.split(';') : [options.profile];
  const unknown = wanted?.find((name) => !all.some((call) => call.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no call "${unknown}": ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => wanted === undefined || wanted.includes(name));
}

async function startServers(folder: string): Promise<Servers> {
  const place = {
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'portal.log'),
    inspectorPort: await findFreePort(),
  };
  await prepareFolder(place);
  const { portal, connection, postmasterPid } = await startGuardedPortal(place);
  const started = [portal.stop];
  const stop = async (): Promise<void> => {
    for (const end of started.toReversed()) await end();
  };
  try {
    const constant = await startConstant(join(folder, 'constant.log'));
    started.push(constant.stop);
    const database = new pg.Client(connection);
    await database.connect();
    started.push(() => database.end());
    await createStatementStatistics(database);
    const calls = await findCalls(portal, database);
    process.kill(portal.pid, 'SIGUSR1');
    const inspector = await connectInspector(place.inspectorPort);
    return { portal, inspector, postmasterPid, database, constant, calls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const CONSTANT: LoadRequest = { method: 'GET', path: '/constant', headers: {}, body: '' };

async function measureConstant({ constant }: Servers): Promise<number> {
  const work = countWork(() => [constant.pid]);
  const sent = await sendMany(constant.origin, () => CONSTANT, CONSTANT_SECONDS);
  return work() / sent;
}

/** In ms a request. */
async function measureCall({ portal, postmasterPid }: Servers, { next }: GuardedCall) {
  const portalWork = countWork(() => [portal.pid]);
  const databaseWork = countDatabaseWork(postmasterPid);
  const sent = await sendMany(portal.origin, next, SECONDS);
  return { portal: portalWork() / sent, database: databaseWork() / sent };
}

type Counts = Pick<Work, 'functions' | 'statements' | 'blocks'>;

/** What one request does, with what the portal does after its answer. */
async function countCall({ portal, inspector, database }: Servers, { next }: GuardedCall): Promise<Counts> {
  const connection = openConnection(portal.origin);
  for (let n = 0; n < FIRST_REQUESTS; n++) await connection.send(next());
  const counted: { readonly functions: Counted; readonly work: StatementWork }[] = [];
  await readSettledWork(database, MAILS_WITHIN_MS);
  await inspector.ask('Runtime.evaluate', { expression: 'holdJobs(true)' });
  let before = await readSettledWork(database);
  for (let n = 0; n < COUNTED_REQUESTS; n++) {
    let after = before;
    const functions = await countFunctions(inspector, async () => {
      await connection.send(next());
      after = await readSettledWork(database);
    });
    counted.push({ functions, work: workSince(before, after) });
    before = after;
  }
  await inspector.ask('Runtime.evaluate', { expression: 'holdJobs(false)' });
  connection.close();
  return {
    functions: workOfARequest(counted.map(({ functions }) => functions)),
    statements: workOfARequest(counted.map(({ work }) => work.statements)),
    blocks: workOfARequest(counted.map(({ work }) => work.blocks)),
  };
}

/** The processor time of one request, in rounds, each with the constant route beside it. */
async function measureTimes(servers: Servers, calls: readonly GuardedCall[]) {
  for (const { next } of calls) await sendMany(servers.portal.origin, next, WARM_UP_SECONDS);
  await sendMany(servers.constant.origin, () => CONSTANT, WARM_UP_SECONDS);
  const multiples = new Map(calls.map((call) => [call, { portal: [] as number[], database: [] as number[] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [call, seen] of multiples) {
      const constantMs = await measureConstant(servers);
      const { portal, database } = await measureCall(servers, call);
      seen.portal.push(portal / constantMs);
      seen.database.push(database / constantMs);
    }
  }
  return multiples;
}

/** Counts before it measures: the jobs that a load leaves behind would be counted too. */
async function measure(servers: Servers, calls: readonly GuardedCall[]): Promise<WorkOfCalls> {
  const counts = new Map<GuardedCall, Counts>();
  for (const call of calls) counts.set(call, await countCall(servers, call));
  const measured: Record<string, Work> = {};
  for (const [call, { portal, database }] of await measureTimes(servers, calls)) {
    const counted = counts.get(call);
    if (counted) measured[call.name] = { ...counted, portal: median(portal), database: median(database) };
  }
  return measured;
}

/** Each measurement, with its baseline in brackets. */
function print(measured: WorkOfCalls, baseline: WorkOfCalls): void {
  console.log('| Call | Functions | Statements | Blocks | Processor time of the portal | of the database |');
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const [name, measuredNow] of Object.entries(measured)) {
    const now = rounded(measuredNow);
    const before = baseline[name];
    const cells = PARTS.map((part) => `${now[part]}${before ? ` (${before[part]})` : ''}`);
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}

async function profile({ inspector, portal }: Servers, { name, next }: GuardedCall): Promise<string> {
  const run = () => sendMany(portal.origin, next, PROFILE_SECONDS);
  return profileCall(inspector, { folder: PROFILES, name }, run);
}

/** Measures again what is dearer: it fails where the same part is dearer both times. */
async function guard(servers: Servers, baseline: WorkOfCalls): Promise<boolean> {
  const measured = await measure(servers, servers.calls);
  print(measured, baseline);
  if (options.write) {
    writeBaseline(BASELINE, measured);
    return true;
  }
  const judged = Object.entries(baseline).filter(([name]) => options.only === undefined || name in measured);
  const slowness = slownessOf(measured, baseline);
  say(`Processor times are ${slowness.toFixed(2)} times those of the baseline on this machine.`);
  const first = findDearer(measured, Object.fromEntries(judged), slowness);
  const unmeasured = [...first].filter(([name]) => !(name in measured));
  const suspected = servers.calls.filter(({ name }) => first.has(name));
  for (const [name, what] of unmeasured) console.log(`FAILED ${name}: ${what}.`);
  if (suspected.length === 0) return unmeasured.length === 0;
  say(`Again: ${suspected.map(({ name }) => name).join(', ')}`);
  const again = await measure(servers, suspected);
  print(again, baseline);
  const dearer = findDearer(lesserOf(again, measured), baseline, slowness);
  const failed = suspected.filter(({ name }) => dearer.has(name));
  for (const call of failed) {
    console.log(`FAILED ${call.name}: ${dearer.get(call.name)}.`);
    console.log(`  Its profile, for Chromium's DevTools (Performance): ${await profile(servers, call)}`);
  }
  return failed.length + unmeasured.length === 0;
}

requireCountedWork();
const baseline = options.write || options.profile !== undefined ? {} : readBaseline(BASELINE);
await inFolder('guard', async (folder) => {
  const servers = await startServers(folder);
  try {
    if (options.profile !== undefined) {
      for (const call of servers.calls) console.log(await profile(servers, call));
      return true;
    }
    const held = await guard(servers, baseline);
    console.log(held ? '1 passed, 0 failed' : '0 passed, 1 failed');
    return held;
  } finally {
    servers.inspector.close();
    await servers.stop();
  }
});
