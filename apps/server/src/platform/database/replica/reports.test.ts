import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../../testing/servers/start-standby.ts';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { readConfig } from '../../config/config.ts';
import { probeServers } from '../../config/probe-servers.ts';
import { connectPool, type Database, databaseOf } from '../connection.ts';
import { migrateDatabase } from '../migrations/migrate.ts';
import { databaseUrlOf } from '../testing/database-url.ts';
import { createReports, DATA_AS_OF, type Reports } from './create-reports.ts';
import { openReplica } from './open-replica.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const silent = { warn: () => {}, info: () => {} };
const noReply = { header: () => {}, removeHeader: () => {} } as unknown as Parameters<Reports['choose']>[0];

let servers: PrimaryAndStandby;
let primary: Database;
let portal: TestPortal;
let staff: Staff;
let standby: pg.Client;
beforeAll(async () => {
  servers = await startPrimaryAndStandby(({ connection }) => migrateDatabase(connection));
  primary = databaseOf(connectPool(servers.primary.connection, () => {}));
  const replica = openReplica(databaseUrlOf(servers.standby.connection), silent);
  portal = { ...(await startTestPortal({ database: primary, replica })), pool: primary.$client };
  staff = await createStaff(portal);
  standby = new pg.Client(servers.standby.connection);
  standby.on('error', () => {});
  await standby.connect();
  portal.startJobs();
});
afterAll(async () => {
  await portal.close();
  await standby.end();
  await servers.stop();
});

const list = () => staff.browser.get('/api/staff/customers?limit=50');
const asOf = (answer: Awaited<ReturnType<typeof list>>) => answer.headers[DATA_AS_OF];
const emailsIn = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.json().map(({ email }: { email: string }) => email);

/** Asks again until the list comes from the replica, or from the primary. */
async function listFrom(source: 'replica' | 'primary') {
  for (;;) {
    const answer = await list();
    if ((asOf(answer) !== undefined) === (source === 'replica')) return answer;
    portal.wakeJobs('replica');
    await sleep(50);
  }
}

it('staff’s lists come from the replica and say from when they are; a customer’s page never does', async () => {
  const answer = await listFrom('replica');
  expect(Date.parse(String(asOf(answer)))).not.toBeNaN();
  expect(emailsIn(answer)).toContain(staff.email);
  const own = await staff.browser.get('/api/user');
  expect(own.headers).not.toHaveProperty(DATA_AS_OF);
});

it('a list shows what its reader has just saved, also while the replica does not have it', async () => {
  const { user } = (await portal.browser().register()).json();
  await listFrom('replica');
  await standby.query('select pg_wal_replay_pause()');
  const saved = await staff.browser.post(`/api/staff/customers/${user.id}/disable`, { reason: 'They asked for it.' });
  expect(saved.statusCode).toBe(200);
  const answer = await list();
  expect(asOf(answer)).toBeUndefined();
  expect(answer.json().find(({ id }: { id: number }) => id === user.id)).toMatchObject({ disabled: true });
  await standby.query('select pg_wal_replay_resume()');
  const later = await listFrom('replica');
  expect(later.json().find(({ id }: { id: number }) => id === user.id)).toMatchObject({ disabled: true });
});

it('a replica that is more than ten seconds behind is not read', async () => {
  const [start] = (await portal.pool.query<{ now: Date }>('select now()')).rows;
  let seconds = 0;
  const clock = () => new Date((start?.now.getTime() ?? 0) + seconds * 1000);
  const replica = databaseOf(connectPool(servers.standby.connection, () => {}));
  const reports = createReports({ database: primary, replica, clock, logger: silent });
  while (reports.choose(noReply) !== replica) {
    await reports.watch?.();
    await sleep(20);
  }
  seconds = 9;
  expect(reports.choose(noReply)).toBe(replica);
  seconds = 21;
  expect(reports.choose(noReply)).toBe(primary);
  await replica.$client.end();
});

it('a server that takes writes, or copies another one, is refused before anything starts', async () => {
  const replicaUrl = databaseUrlOf(servers.standby.connection);
  const probe = (databaseUrl: string, of: string) => probeServers({ databaseUrl, replicaUrl: of, redis: null });
  expect(await probe(databaseUrlOf(servers.primary.connection), replicaUrl)).toEqual([]);
  expect(await probe(databaseUrlOf(servers.primary.connection), databaseUrlOf(servers.primary.connection))).toEqual([
    'DATABASE_REPLICA_URL is no replica: the server there takes writes (pg_is_in_recovery() is false)',
  ]);
  const { template: database, ...connection } = inject('testServer');
  const otherServer = databaseUrlOf({ ...connection, database });
  expect(await probe(otherServer, replicaUrl)).toEqual([
    'DATABASE_REPLICA_URL is a replica of another server than DATABASE_URL',
  ]);
  expect(() => readConfig({ DATABASE_REPLICA_URL: replicaUrl })).toThrow('needs DATABASE_URL');
});

it('a replica that does not answer does not prevent a start, and staff read the primary', async () => {
  const away = 'postgres://portal@127.0.0.1:1/portal';
  expect(
    await probeServers({ databaseUrl: databaseUrlOf(servers.primary.connection), replicaUrl: away, redis: null }),
  ).toEqual([]);
  const warn = vi.fn();
  const replica = openReplica(away, silent);
  const reports = createReports({ database: primary, replica, clock: () => new Date(0), logger: { ...silent, warn } });
  await reports.watch?.();
  expect(reports.choose(noReply)).toBe(primary);
  expect(warn).toHaveBeenCalledOnce();
  await replica.$client.end();
});

it('when the replica dies the lists go on from the primary', async () => {
  await listFrom('replica');
  await servers.standby.stop();
  const answer = await list();
  expect(answer.statusCode).toBe(200);
  expect(asOf(answer)).toBeUndefined();
  expect(emailsIn(answer)).toContain(staff.email);
});
