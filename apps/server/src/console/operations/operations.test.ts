import type { Instance, Job } from '@portal/contract/console/operations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDatabaseClock } from '../../platform/clock/clock.repository.ts';
import { createLiveBus, type LiveBus } from '../../platform/events/live-bus.ts';
import { createRedisRelay, type RedisRelay } from '../../platform/events/redis-relay.ts';
import { startRedis, type TestRedis } from '../../testing/servers/start-redis.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const OPERATIONS = '/api/staff/operations';

let redis: TestRedis;
const relays: RedisRelay[] = [];
let one: TestPortal;
/** On a machine whose clock is an hour ahead. */
let two: TestPortal;
let tosin: Staff;

function openBus(self: string): LiveBus {
  const relay = createRedisRelay({ redis: { url: redis.url }, self, onTrouble: () => {} });
  relays.push(relay);
  return createLiveBus({ relay, onError: () => {} });
}

beforeAll(async () => {
  redis = await startRedis();
  one = await startTestPortal({ bus: openBus('one') });
  const anHourAhead = new Date((await readDatabaseClock(one.database)).getTime() + HOUR_MS);
  const clock = () => anHourAhead;
  two = await startTestPortal({ database: one.database, bus: openBus('two'), clock });
  await Promise.all(relays.map((relay) => relay.ready()));
  tosin = await createStaff(one);
  one.startJobs();
  two.startJobs();
  await vi.waitUntil(async () => (await read<Instance[]>('instances')).length === 2, { timeout: 20_000 });
});
afterAll(async () => {
  await two.close();
  await one.close();
  await Promise.all(relays.map((relay) => relay.close()));
  await redis.stop();
});

const read = async <Answer>(what: string): Promise<Answer> => (await tosin.browser.get(`${OPERATIONS}/${what}`)).json();

async function jobNamed(name: string): Promise<Job> {
  const found = (await read<Job[]>('jobs')).find((job) => job.name === name);
  if (!found) throw new Error(`no job ${name}`);
  return found;
}

const run = (name: string) => tosin.browser.post(`${OPERATIONS}/jobs/${encodeURIComponent(name)}/run`, {});

describe('the operations page', () => {
  const JOB = 'prune phone codes';

  it('shows a job that fails on any instance, why, and how often; "run now" reaches all of them', async () => {
    expect(await jobNamed(JOB)).toMatchObject({ needsRightClock: false, runs: [] });
    await one.pool.query('alter table phone_codes rename to phone_codes_away');
    const asked = await run(JOB);
    expect(asked.json()).toMatchObject({ success: true, message: 'All 2 instances were asked to run it now.' });
    const failures = () => jobNamed(JOB).then(({ runs }) => runs.map(({ failuresInRow }) => failuresInRow));
    await expect.poll(failures).toEqual([1, 1]);
    await run(JOB);
    await expect.poll(failures).toEqual([2, 2]);
    expect((await jobNamed(JOB)).runs[0]).toMatchObject({
      outcome: 'failed',
      error: 'relation "phone_codes" does not exist',
      lastSuccessAt: null,
    });
    await one.pool.query('alter table phone_codes_away rename to phone_codes');
    await run(JOB);
    await expect.poll(failures).toEqual([0, 0]);
    const mended = await jobNamed(JOB);
    expect(mended.runs).toMatchObject([
      { outcome: 'succeeded', error: null },
      { outcome: 'succeeded', error: null },
    ]);
    expect(mended.runs.every(({ lastSuccessAt, finishedAt }) => lastSuccessAt === finishedAt)).toBe(true);
  });

  it('says that a job waits where the clock is wrong, also when it is asked to run', async () => {
    await run('renewals');
    await expect
      .poll(async () => (await jobNamed('renewals')).runs.map(({ outcome }) => outcome))
      .toEqual(['held', 'succeeded']);
    expect((await jobNamed('renewals')).needsRightClock).toBe(true);
  });

  it('knows no other job, and puts each request on the audit log', async () => {
    expect((await run('pay everybody')).json()).toMatchObject({ message: 'There is no such job.' });
    await run(JOB);
    const [newest] = (await tosin.browser.get('/api/staff/audit?limit=1')).json();
    expect(newest).toMatchObject({ action: 'job.run', subject: `job:${JOB}`, after: { instances: 2 } });
  });

  it('shows how much is due in each queue', async () => {
    await one.pool.query(
      `insert into webhook_events (gateway, event_key, event_name, raw_body, next_attempt_at)
       values ('paystack', 'late', 'x', '{}', '2026-01-01T08:00:00Z')`,
    );
    expect(await read<object[]>('queues')).toContainEqual({
      name: 'webhooks',
      depth: 1,
      oldestDueAt: '2026-01-01T08:00:00.000Z',
    });
    await one.pool.query('delete from webhook_events');
  });

  it('shows the last backup and drill, the failures since, and that there has been none', async () => {
    const none = { lastSuccess: null, failuresSince: 0, lastFailure: null };
    expect(await read('backups')).toEqual([
      { kind: 'backup', ...none },
      { kind: 'restore-drill', ...none },
    ]);
    const row = `insert into backup_runs (kind, started_at, finished_at, outcome, location, size_bytes, recovery_point, detail)
      values ('backup', $1::timestamptz - interval '90 seconds', $1, $2, '/backups', $3, $4, $5)`;
    await one.pool.query(row, ['2026-11-20T02:00:00Z', 'failed', null, null, 'an older failure']);
    await one.pool.query(row, ['2026-11-21T02:00:00Z', 'succeeded', 1_000_000, '2026-11-21T01:59:00Z', null]);
    await one.pool.query(row, ['2026-11-22T02:00:00Z', 'failed', null, null, 'the disk is full']);
    const [backup] = await read<object[]>('backups');
    expect(backup).toEqual({
      kind: 'backup',
      lastSuccess: {
        finishedAt: '2026-11-21T02:00:00.000Z',
        seconds: 90,
        location: '/backups',
        sizeBytes: 1_000_000,
        recoveryPoint: '2026-11-21T01:59:00.000Z',
      },
      failuresSince: 1,
      lastFailure: { finishedAt: '2026-11-22T02:00:00.000Z', detail: 'the disk is full' },
    });
  });

  it('tells an instance that was stopped from one that has died, and forgets both after a day', async () => {
    await one.pool.query(
      `insert into instances (id, host_name, port, version, seen_at) values
         ('dead', 'web-3', 3000, '0.0.9', now() - interval '61 seconds'),
         ('forgotten', 'web-4', 3000, '0.0.9', now() - interval '25 hours')`,
    );
    await two.app.close();
    await run('prune instances');
    await expect
      .poll(async () =>
        (await read<Instance[]>('instances')).map(({ state, isAnswering }) => `${state}${isAnswering ? ', this' : ''}`),
      )
      .toEqual(['running, this', 'gone', 'stopped']);
    expect((await read<Instance[]>('instances'))[1]).toMatchObject({ name: 'web-3:3000', version: '0.0.9' });
  });

  it('is for staff alone', async () => {
    const customer = one.browser();
    await customer.register();
    expect((await customer.get(`${OPERATIONS}/jobs`)).statusCode).toBe(403);
    expect((await customer.post(`${OPERATIONS}/jobs/renewals/run`, {})).statusCode).toBe(403);
  });
});
