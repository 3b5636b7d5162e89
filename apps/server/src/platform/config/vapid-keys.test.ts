import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { vapidKeysFrom, vapidKeysOf } from './vapid-keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vapid-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('the keys for web push are created once, readable only by their owner, and then reused', () => {
  const [made] = vapidKeysOf({ vapidPrivateKeys: null, dataDir });
  expect(vapidKeysOf({ vapidPrivateKeys: null, dataDir })).toEqual([made]);
  expect(vapidKeysFrom(made.privateKey)).toEqual(made);
  expect(statSync(join(dataDir, 'vapid-keys.json')).mode & 0o077).toBe(0);
  expect(made.publicKey).toMatch(/^B[\w-]{86}$/);
});

it('a configured key takes precedence over the one in the folder', () => {
  const [{ privateKey }] = vapidKeysOf({ vapidPrivateKeys: null, dataDir: join(dataDir, 'other') });
  expect(vapidKeysOf({ vapidPrivateKeys: [privateKey], dataDir })[0].privateKey).toBe(privateKey);
});
