import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunIdentity, type RunIdentity } from '../../apps/server/src/platform/database/embedded/run-identity.ts';
import { countVitest } from './count-tests.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { installDebianPackage } from './programs/debian-package.ts';
import { ensurePromtool } from './programs/find-promtool.ts';
import { findRedis } from './programs/find-redis.ts';
import { type Counts, ROOT, RUN_CACHE, report, runSteps } from './run-step.ts';

/** The oldest PostgreSQL that the portal supports, as Debian 12 packages it. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';
/** The reasons for each: decision 041. */
const WITHOUT_STATEMENTS_OF_THEIR_OWN = [
  '**/database/embedded/**',
  '**/contract-matrix.test.ts',
  '**/apps/server/src/platform/events/**',
  '**/apps/server/src/platform/outside/**',
  '**/two-instances.test.ts',
  '**/freeradius.test.ts',
  '**/phone-code-delivery.test.ts',
  '**/phone-code-guessing.test.ts',
  '**/http/pages/**',
];
/** Many combinations of statements that other tests send one by one. */
const LONG = [
  '**/auto-pay-outcomes.test.ts',
  '**/auto-pay.test.ts',
  '**/billing-simulation.test.ts',
  '**/companies-of-many-lines.test.ts',
  '**/initialize-payment.test.ts',
  '**/mandate-charges.test.ts',
  '**/payment-promises.test.ts',
  '**/planted-thefts.test.ts',
  '**/registered-once.test.ts',
  '**/settlement-findings.test.ts',
  '**/unwanted-charges.test.ts',
  '**/verify-payment.test.ts',
];
/** Where the statements are that are more than a row or a list: money, usage, migrations, copies of everything. */
const STATEMENTS = [
  'apps/cli/',
  'server/src/billing/',
  'server/src/console/archive/',
  'server/src/console/audit/',
  'server/src/identity/privacy/',
  'server/src/network/accounting/',
  'server/src/network/limits/',
  'server/src/platform/database/',
  'server/src/platform/jobs/',
  'authorisation-table.test.ts',
  'life-of-a-customer.test.ts',
  'query-plans.test.ts',
];
/** `npm run test:full` has time for everything. */
const isFull = Boolean(process.env.FULL_TESTS);
const included = isFull ? [] : STATEMENTS;
const leftOut = [...WITHOUT_STATEMENTS_OF_THEIR_OWN, ...(isFull ? [] : LONG)];
const reportPath = join(RUN_CACHE, 'vitest-postgres.json');

type Server = { programs: string; folder: string; identity: RunIdentity };

/** Runs one of PostgreSQL's programs under the server's account. */
function runProgram({ programs, identity }: Server, name: string, args: string[]): void {
  const [command = '', ...rest] = [...identity.prefix, join(programs, name), ...args];
  const options = {
    cwd: '/',
    stdio: 'inherit',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...identity.account,
  } as const;
  const result: SpawnSyncReturns<Buffer> = spawnSync(command, rest, options);
  if (result.status !== 0) throw new Error(`${name} failed${result.error ? `: ${result.error.message}` : ''}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function makeCluster(server: Server, password: string): void {
  const { uid, gid } = server.identity.owner;
  const passwordFile = join(server.folder, 'password');
  const cluster = join(server.folder, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(cluster, { mode: 0o700 });
  for (const path of [server.folder, passwordFile, cluster]) chownSync(path, uid, gid);
  const options = ['--username', 'portal_tests', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
  runProgram(server, 'initdb', [
    '-D',
    cluster,
    ...options,
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-instructions',
  ]);
}

/**
 * The tests of the database project on a new server, connected like an operator's DATABASE_URL: by
 * TCP and password.
 */
async function testOn(server: Server): Promise<Counts> {
  const password = randomUUID();
  makeCluster(server, password);
  const port = await findFreePort();
  const place = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories='' -c max_connections=100`;
  // The data live as long as the tests: nothing must survive a power cut.
  const options = `${place} -c fsync=off`;
  const cluster = join(server.folder, 'cluster');
  runProgram(server, 'pg_ctl', ['-D', cluster, '-l', join(server.folder, 'log'), '-s', '-w', '-o', options, 'start']);
  try {
    return await runSteps([
      {
        name: 'database tests on PostgreSQL 15',
        command: [
          join(ROOT, 'node_modules/.bin/vitest'),
          'run',
          ...included,
          '--project=database',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reportPath}`,
          ...leftOut.map((files) => `--exclude=${files}`),
        ],
        env: { TEST_DATABASE_URL: `postgresql://portal_tests:${password}@127.0.0.1:${port}/postgres` },
        limitMinutes: 15,
        count: () => countVitest(reportPath),
      },
    ]);
  } finally {
    runProgram(server, 'pg_ctl', ['-D', cluster, '-s', '-w', '-m', 'fast', 'stop']);
  }
}

async function testOnPostgres15(): Promise<Counts> {
  const missing = existsSync(join(PROGRAMS, 'postgres')) ? null : installDebianPackage('postgresql-15');
  if (missing !== null) throw new Error(`The tests on PostgreSQL 15 need its server. ${missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-15-'));
  chmodSync(folder, 0o755);
  try {
    return await testOn({
      programs: PROGRAMS,
      folder,
      identity: findRunIdentity(join(PROGRAMS, 'postgres'), folder, []),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

useMemoryForTemporaryFiles();
const missingRedis = findRedis();
if (missingRedis !== null) console.log(missingRedis);
const missingPromtool = ensurePromtool();
if (missingPromtool !== null) console.log(missingPromtool);
rmSync(reportPath, { force: true });
const counts = await testOnPostgres15().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : String(error));
  return { passed: 0, failed: 1 };
});
report(counts);
