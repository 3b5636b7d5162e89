import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { HIGH_LIMITS, startTestPortal } from '../../testing/test-portal.ts';
import { createIsBreached } from './create-is-breached.ts';

vi.setConfig({ testTimeout: 30_000 });

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const silent = { error: () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-breached-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['as the downloader writes it', '\r\n', true],
  ['without counts, and without an end of its last line', '\n', false],
])('each password of a list %s is found, and no other', async (_how, end, isCounted) => {
  const passwords = Array.from({ length: 300 }, (_, n) => `breached ${n}`);
  const lines = passwords.map((password, n) => digestOf(password) + (isCounted ? `:${n ** 3}` : '')).sort();
  const path = join(folder, `list-${isCounted}`);
  await writeFile(path, lines.join(end) + (isCounted ? end : ''));
  const isBreached = createIsBreached(path, silent);
  const found = await Promise.all(passwords.map(isBreached));
  expect(found.filter((one) => !one)).toEqual([]);
  const others = await Promise.all(passwords.map((password) => isBreached(`never ${password}`)));
  expect(others.filter((one) => one)).toEqual([]);
});

it('a list that is empty or cannot be read hinders nobody, and the operator is told', async () => {
  const error = vi.fn();
  await writeFile(join(folder, 'empty'), '');
  expect(await createIsBreached(join(folder, 'empty'), { error })('wide road, early rain')).toBe(false);
  expect(error).not.toHaveBeenCalled();
  expect(await createIsBreached(join(folder, 'nowhere'), { error })('wide road, early rain')).toBe(false);
  expect(error).toHaveBeenCalledOnce();
});

it('a password known from a breach opens no account and replaces no other', async () => {
  const known = 'tall tree, slow river';
  await writeFile(join(folder, 'one'), `${digestOf(known)}:7\r\n`);
  const config = { ...readConfig({ BREACH_LIST: join(folder, 'one') }), limits: HIGH_LIMITS };
  const portal = await startTestPortal({ config });
  const browser = portal.browser();
  const refusal = { code: 'account.weak-password', message: expect.stringContaining('stolen') };
  expect((await browser.register({ password: known })).json()).toMatchObject(refusal);
  expect((await browser.register({ password: 'wide road, early rain' })).statusCode).toBe(200);
  const change = { currentPassword: 'wide road, early rain', newPassword: known };
  expect((await browser.post('/api/user/change-password', change)).json()).toMatchObject(refusal);
  await portal.close();
});
