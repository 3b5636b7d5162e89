import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { verifyArchive } from './read-archive.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;

let dataDir = '';
let portal: TestPortal;
let owner: Staff;
let now = new Date('2026-11-26T10:00:00Z');
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'archives-'));
  const config = { ...readConfig({}), limits: HIGH_LIMITS, trustedProxies: ['127.0.0.1'], dataDir };
  portal = await startTestPortal({ config, clock: () => now });
  owner = await createStaff(portal);
});
afterAll(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
});

const list = async () => (await owner.browser.get('/api/staff/archives')).json();

it('an owner makes an archive, takes its file, which is recorded, and a day later it is gone', async () => {
  const started = await owner.browser.post('/api/staff/archives', {});
  expect(started.statusCode, started.body).toBe(200);
  const { id } = started.json().archive;
  await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ id, status: 'done', failure: null }), 20_000);
  const url = `/api/staff/archives/${id}/portal.tar.gz`;
  const answer = await portal.app.inject({
    url,
    headers: { cookie: `session=${owner.browser.cookies.get('session')}` },
  });
  expect(answer.statusCode).toBe(200);
  const file = join(dataDir, 'downloaded.tar.gz');
  await writeFile(file, answer.rawPayload);
  expect(await verifyArchive(file)).toMatchObject({ format: 'fibre-portal-archive', release: '1.2.3' });
  const { rows } = await portal.pool.query('select action from audit_records where subject = $1 order by id', [
    `archive:${id}`,
  ]);
  expect(rows).toEqual([{ action: 'archive.make' }, { action: 'archive.download' }]);

  expect(await readdir(join(dataDir, 'archives'))).toEqual([`${id}.tar.gz`]);
  wait(DAY_MS + 60_000);
  expect((await owner.browser.get(url)).statusCode).toBe(404);
  portal.startJobs();
  portal.wakeJobs();
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'archives', `${id}.tar.gz`))).toBe(false), 20_000);
  expect((await list())[0]).toMatchObject({ id, status: 'expired' });
});

it('is for owners alone, one is written at a time, and one whose portal has died has failed', async () => {
  const manager = await createStaff(portal, { firstName: 'Ada', lastName: 'Obi' }, 'manager');
  expect((await manager.browser.get('/api/staff/archives')).statusCode).toBe(403);
  expect((await manager.browser.post('/api/staff/archives', {})).statusCode).toBe(403);
  const moment = (
    await portal.pool.query<{ id: string }>(
      `insert into archives (id, status, started_by, started_at, updated_at)
     values (gen_random_uuid(), 'running', $1, $2, $2) returning id`,
      [owner.id, now],
    )
  ).rows[0];
  expect((await owner.browser.post('/api/staff/archives', {})).json()).toMatchObject({ code: 'archive.running' });
  expect((await owner.browser.get(`/api/staff/archives/${moment?.id}/portal.tar.gz`)).statusCode).toBe(404);
  wait(10 * 60_000);
  expect((await list())[0]).toMatchObject({ id: moment?.id, status: 'failed' });
});
