import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { createPeople } from '../chat/people.ts';
import { median } from '../load/median.ts';
import { PASSWORD_COST } from '../load/password-cost.ts';
import type { LoadRequest } from '../load/run-load.ts';
import { inFolder } from '../portal/in-folder.ts';
import { findPortalDatabase, REPOSITORY, type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort, type RunningProgram, startProgram } from '../portal/program-process.ts';
import { seedPortal, withClient } from '../portal/seed-bench-data.ts';
import { PASSWORD, signIn } from '../portal/sign-in.ts';
import { findDearer, readBaseline, type Work, type WorkOfCalls, writeBaseline } from './baseline.ts';
import { type GuardedCall, guardedCalls } from './guarded-calls.ts';
import { profileCall } from './profile-call.ts';
import { sendMany, sendOne } from './send-many.ts';
import { countDatabaseWork, countWork, requireCountedWork } from './work-of-processes.ts';

const BASELINE = join(REPOSITORY, 'bench/baseline.json');
const PROFILES = join(REPOSITORY, '.cache/guard');

const CUSTOMERS_SIGNED_IN = 64;
const ROUNDS = 5;
const WARM_UP_SECONDS = 1.5;
const SECONDS = 0.4;
const CONSTANT_SECONDS = 0.2;
const PROFILE_SECONDS = 3;
/** Jobs run statements too: of so many requests that with the fewest counts. */
const COUNTED_REQUESTS = 5;

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
  readonly inspectorPort: number;
  readonly postmasterPid: number;
  readonly constant: RunningProgram & { readonly origin: string };
  readonly calls: readonly GuardedCall[];
  readonly stop: () => Promise<void>;
};

async function startServers(folder: string): Promise<Servers> {
  const dataDir = join(folder, 'data');
  const inspectorPort = await findFreePort();
  const portal = await startPortal({
    repository: options.repository,
    port: await findFreePort(),
    dataDir,
    logFile: join(folder, 'portal.log'),
    env: { SESSION_SECRET: SECRET, NETWORK_TOKEN, NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}` },
  });
  const constantPort = await findFreePort();
  const constantOrigin = `http://127.0.0.1:${constantPort}`;
  const constant = await startProgram({
    name: 'the constant route',
    command: [process.execPath, join(REPOSITORY, 'bench/yardsticks/fastify-constant.ts')],
    env: { PORT: String(constantPort), NODE_ENV: 'production' },
    logFile: join(folder, 'constant.log'),
    readyUrl: `${constantOrigin}/constant`,
  });
  const stop = async (): Promise<void> => {
    await constant.stop();
    await portal.stop();
  };
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    const cookies = await signIn(portal.origin, CUSTOMERS_SIGNED_IN);
    const cookieNamed = (name: string) =>
      cookies.map((cookie) => cookie.split('; ').find((pair) => pair.startsWith(`${name}=`)) ?? '');
    const calls = await withClient(database.connection, async (client) => {
      const [agent] = await createPeople(client, SECRET, 'admin', 1);
      const { rows } = await client.query<{ reference: string }>(
        `select reference from payments where gateway = 'paystack' order by reference`,
      );
      const all = guardedCalls({
        origin: portal.origin,
        networkToken: NETWORK_TOKEN,
        customers: cookieNamed('session'),
        devices: cookieNamed('browser'),
        staff: agent?.cookie ?? '',
        references: rows.map(({ reference }) => reference),
      });
      const wanted = options.only?.split(';') ?? all.map(({ name }) => name);
      return all.filter(({ name }) => wanted.includes(name));
    });
    const { postmasterPid } = database;
    return { portal, inspectorPort, postmasterPid, constant: { ...constant, origin: constantOrigin }, calls, stop };
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

async function readStatements(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^db_query_duration_seconds_count(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
}

async function countStatements({ portal }: Servers, { next }: GuardedCall): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < COUNTED_REQUESTS; n++) {
    const before = await readStatements(portal.origin);
    await sendOne(portal.origin, next());
    counts.push((await readStatements(portal.origin)) - before);
  }
  return Math.min(...counts);
}

/** Measures these calls in five rounds, each with the constant route beside it. */
async function measure(servers: Servers, calls: readonly GuardedCall[]): Promise<WorkOfCalls> {
  const multiples = new Map(calls.map((call) => [call, { portal: [] as number[], database: [] as number[] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [call, seen] of multiples) {
      const constantMs = await measureConstant(servers);
      const { portal, database } = await measureCall(servers, call);
      seen.portal.push(portal / constantMs);
      seen.database.push(database / constantMs);
    }
  }
  const measured: Record<string, Work> = {};
  for (const [call, seen] of multiples) {
    const statements = await countStatements(servers, call);
    measured[call.name] = { portal: median(seen.portal), database: median(seen.database), statements };
  }
  return measured;
}

function print(measured: WorkOfCalls, baseline: WorkOfCalls): void {
  console.log('| Call | Portal | Baseline | Database | Baseline | Statements | Baseline |');
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  for (const [name, now] of Object.entries(measured)) {
    const before = baseline[name];
    const cells = (['portal', 'database'] as const).flatMap((part) => [
      now[part].toFixed(2),
      before?.[part].toFixed(2),
    ]);
    console.log(`| ${[name, ...cells, now.statements, before?.statements].join(' | ')} |`);
  }
}

async function profile(servers: Servers, call: GuardedCall): Promise<string> {
  const { portal, inspectorPort: port } = servers;
  return profileCall({ pid: portal.pid, port, folder: PROFILES, name: call.name }, () =>
    sendMany(portal.origin, call.next, PROFILE_SECONDS),
  );
}

/** Measures what is dearer a second time, so that one disturbance is no alarm. */
async function guard(servers: Servers, baseline: WorkOfCalls): Promise<boolean> {
  const measured = await measure(servers, servers.calls);
  print(measured, baseline);
  if (options.write) {
    writeBaseline(BASELINE, measured);
    return true;
  }
  const judged = Object.entries(baseline).filter(([name]) => options.only === undefined || name in measured);
  const once = findDearer(measured, Object.fromEntries(judged));
  const suspected = servers.calls.filter(({ name }) => once.has(name));
  if (suspected.length > 0) say(`Again: ${suspected.map(({ name }) => name).join(', ')}`);
  const again = suspected.length > 0 ? await measure(servers, suspected) : {};
  if (suspected.length > 0) print(again, baseline);
  const twice = [...once].filter(([name]) => !(name in again) || findDearer(again, baseline).has(name));
  for (const [name, what] of twice) {
    const call = servers.calls.find((one) => one.name === name);
    console.log(`FAILED ${name}: ${what}.`);
    if (call) console.log(`  Its profile, for Chromium's DevTools (Performance): ${await profile(servers, call)}`);
  }
  return twice.length === 0;
}

requireCountedWork();
const baseline = options.write || options.profile !== undefined ? {} : readBaseline(BASELINE);
await inFolder('guard', async (folder) => {
  const servers = await startServers(folder);
  try {
    const only = options.profile;
    for (const call of servers.calls) {
      if (only !== undefined && call.name !== only) continue;
      await sendMany(servers.portal.origin, call.next, WARM_UP_SECONDS);
    }
    await sendMany(servers.constant.origin, () => CONSTANT, WARM_UP_SECONDS);
    if (only !== undefined) {
      const call = servers.calls.find(({ name }) => name === only);
      if (!call) throw new Error(`There is no call "${only}": ${servers.calls.map(({ name }) => name).join(', ')}`);
      console.log(await profile(servers, call));
      return true;
    }
    const held = await guard(servers, baseline);
    console.log(held ? '1 passed, 0 failed' : '0 passed, 1 failed');
    return held;
  } finally {
    await servers.stop();
  }
});
