import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { Ticket } from '@portal/contract/support/tickets';
import { Client } from 'pg';
import {
  findPortalDatabase,
  killPostmaster,
  type RunningPortal,
  startPortal,
} from '../../../bench/portal/portal-process.ts';
import { findFreePort } from '../../../bench/portal/program-process.ts';
import { newPerson, registerPerson } from '../../fixtures/customers/customer.ts';

const READY_WITHIN_MS = 10_000;

test.describe.configure({ mode: 'serial', timeout: 90_000 });

let folder: string;
let dataDir: string;
let logFile: string;
let portal: RunningPortal;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-killed-database-'));
  dataDir = join(folder, 'data');
  logFile = join(folder, 'portal.log');
  // The embedded database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  portal = await startPortal({ port: await findFreePort(), dataDir, logFile });
});
test.afterAll(() => {
  portal.kill('group');
  killPostmaster(dataDir);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** A process of the database that the portal does not know, and what ends with it. */
async function openBackend(): Promise<{ pid: number; postmasterPid: number }> {
  const database = findPortalDatabase(dataDir);
  if (!database) throw new Error('no database runs on the data folder');
  const client = new Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { pid: rows[0]?.pid ?? 0, postmasterPid: database.postmasterPid };
}

async function openTicket(request: APIRequestContext, subject: string): Promise<void> {
  const answer = await request.post(`${portal.origin}/api/user/tickets`, {
    data: { subject, description: 'The light is red' },
    headers: { origin: portal.origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function titlesOf(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get(`${portal.origin}/api/user/tickets`);
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as Ticket[]).map(({ title }) => title);
}

async function statusOf(request: APIRequestContext, path: string): Promise<number> {
  return (await request.get(portal.origin + path)).status();
}

async function becomesReady(request: APIRequestContext, since: number): Promise<void> {
  await expect.poll(() => statusOf(request, '/readyz'), { timeout: READY_WITHIN_MS, intervals: [50] }).toBe(200);
  expect(performance.now() - since).toBeLessThan(READY_WITHIN_MS);
}

test('a portal whose database is killed reports it, shows what it can, and recovers with everything it had acknowledged', async ({
  request,
}) => {
  await registerPerson({ request }, portal.origin, newPerson());
  await openTicket(request, 'Before the kill');
  expect(await statusOf(request, '/api/plans')).toBe(200);
  const backend = await openBackend();
  // It holds the memory that the next server needs: the portal has no database until it continues,
  // and ends.
  process.kill(backend.pid, 'SIGSTOP');
  const killedAt = performance.now();
  killPostmaster(dataDir);

  await expect.poll(() => statusOf(request, '/readyz')).toBe(503);
  for (const path of ['/readyz', '/api/user/usage', '/api/user/tickets']) {
    const answer = await request.get(portal.origin + path);
    expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 503, 'service.unavailable']);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
  }
  for (const path of ['/healthz', '/api/plans', '/', '/plans', '/api/user']) {
    expect([path, await statusOf(request, path)]).toEqual([path, 200]);
  }
  process.kill(backend.pid, 'SIGCONT');

  await becomesReady(request, killedAt);
  expect(await statusOf(request, '/api/user')).toBe(200);
  expect(await titlesOf(request)).toEqual(['Before the kill']);
  await openTicket(request, 'After the kill');
  expect(portal.isRunning()).toBe(true);
});

test('a portal loses nothing when one of its database processes is killed', async ({ request }) => {
  await registerPerson({ request }, portal.origin, newPerson());
  await openTicket(request, 'Before the kill');
  const { pid, postmasterPid } = await openBackend();
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  // PostgreSQL then ends all of its other processes, including those of the portal's connections.
  await expect.poll(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('terminated by signal 9');
  await becomesReady(request, killedAt);
  await expect.poll(() => statusOf(request, '/api/user'), { timeout: READY_WITHIN_MS }).toBe(200);
  expect(await titlesOf(request)).toEqual(['Before the kill']);
  expect(findPortalDatabase(dataDir)?.postmasterPid).toBe(postmasterPid);
});

test('a portal whose database is killed repeatedly recovers each time, and stops on request', async ({ request }) => {
  for (let kill = 0; kill < 3; kill++) {
    const before = findPortalDatabase(dataDir)?.postmasterPid;
    const killedAt = performance.now();
    killPostmaster(dataDir);
    await expect.poll(() => findPortalDatabase(dataDir)?.postmasterPid, { timeout: READY_WITHIN_MS }).not.toBe(before);
    await becomesReady(request, killedAt);
  }
  await portal.stop();
  expect(await portal.exited).toBe(0);
  expect(findPortalDatabase(dataDir)).toBeNull();
});

test('only a folder that cannot be recovered ends the portal, with a message', { tag: '@long' }, async ({
  request,
}) => {
  if (!portal.isRunning()) portal = await startPortal({ port: await findFreePort(), dataDir, logFile });
  await registerPerson({ request }, portal.origin, newPerson());
  writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), '');
  killPostmaster(dataDir);
  expect(await portal.exited).toBe(1);
  const said = readFileSync(logFile, 'utf8');
  expect(said).toContain(
    `The database in ${join(dataDir, 'postgres')} cannot be recovered: restore that folder from a backup.`,
  );
});
