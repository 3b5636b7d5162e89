import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { backupStoreOf, baseBackupName, momentOfBaseBackup } from '@portal/server/platform/backup/backup-store';
import { ENCRYPTED, readEncrypted, writeEncrypted } from '@portal/server/platform/backup/encrypted-file';
import { shipUploads, shipWal } from '@portal/server/platform/backup/ship-to-backup';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneBackups } from './prune-backups.ts';
import { parseMoment } from './restore.ts';
import { fingerprintSecrets, listOtherSecrets } from './secret-fingerprints.ts';
import { UPLOADS_FILE } from './take-base-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'stored-backup-'));
let identity: string;
let recipients: string[];
beforeAll(async () => {
  identity = await generateX25519Identity();
  recipients = [await identityToRecipient(identity)];
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a file in the backup is read again with its key alone, and refused when a byte is changed or missing', async () => {
  const path = join(folder, `file${ENCRYPTED}`);
  const content = randomBytes(300_000);
  await writeEncrypted(path, Readable.from([content]), recipients);
  expect(await buffer(await readEncrypted(path, [identity]))).toEqual(content);
  await expect(readEncrypted(path, [await generateX25519Identity()])).rejects.toThrow(/no identity matched/);
  const stored = readFileSync(path);
  const spoilt = Buffer.from(stored);
  spoilt[200_000] = (spoilt[200_000] ?? 0) ^ 1;
  for (const bytes of [spoilt, stored.subarray(0, 150_000), stored.subarray(0, -1)]) {
    writeFileSync(path, bytes);
    await expect(readEncrypted(path, [identity]).then(buffer)).rejects.toThrow();
  }
});

it('a file that could not be written to its end is not there, nor a part of it', async () => {
  const path = join(folder, 'broken', `file${ENCRYPTED}`);
  const source = Readable.from(
    (async function* () {
      yield randomBytes(200_000);
      throw new Error('the disk is full');
    })(),
  );
  await expect(writeEncrypted(path, source, recipients)).rejects.toThrow('the disk is full');
  expect(readdirSync(join(folder, 'broken'))).toEqual([]);
});

it('archived log is moved to the backup, whatever an interrupted move left, and what PostgreSQL is still writing stays', async () => {
  const store = backupStoreOf(folder, '7000000000000000001');
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  const [first, second] = ['000000010000000000000001', '000000010000000000000002'];
  for (const name of [
    first,
    second,
    `${second}.00000028.backup`,
    '00000002.history',
    '000000010000000000000003.part',
  ]) {
    writeFileSync(join(spool, name), name);
  }
  await writeEncrypted(join(store.wal, first + ENCRYPTED), Readable.from(['there already']), recipients);
  await shipWal(spool, { store, recipients });
  expect(readdirSync(spool)).toEqual(['000000010000000000000003.part']);
  expect(readdirSync(store.wal).toSorted()).toEqual(
    [first, second, '00000002.history'].map((name) => name + ENCRYPTED),
  );
  const kept = await buffer(await readEncrypted(join(store.wal, first + ENCRYPTED), [identity]));
  expect(kept.toString()).toBe('there already');
});

it('pruning keeps what the rules keep, the log that leads on from it, and customers’ files that a kept backup has', async () => {
  const store = backupStoreOf(folder, '7000000000000000002');
  const now = new Date('2026-11-25T12:00:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  const [kept, gone, later] = ['aa', 'bb', 'cc'].map((start) => `${start}000000-0000-4000-8000-000000000000`) as [
    string,
    string,
    string,
  ];
  const uploads = join(folder, 'uploads');
  for (const id of [kept, gone, later]) {
    mkdirSync(join(uploads, id.slice(0, 2)), { recursive: true });
    writeFileSync(join(uploads, id.slice(0, 2), id), id);
  }
  writeFileSync(join(uploads, 'cc', `${later}.part`), 'half');
  expect(await shipUploads(uploads, { store, recipients })).toEqual([kept, gone, later]);
  const touch = (file: string, moment: Date) => utimesSync(file, moment, moment);
  touch(join(store.uploads, 'aa', kept + ENCRYPTED), daysAgo(20));
  touch(join(store.uploads, 'bb', gone + ENCRYPTED), daysAgo(20));
  touch(join(store.uploads, 'cc', later + ENCRYPTED), now);
  for (const [days, ids] of [
    [1, [kept]],
    [10, [kept, gone]],
  ] as const) {
    const base = join(store.base, baseBackupName(daysAgo(days)));
    mkdirSync(base, { recursive: true });
    writeFileSync(join(base, UPLOADS_FILE), JSON.stringify(ids));
  }
  mkdirSync(store.wal, { recursive: true });
  for (const [name, days] of [
    ['000000010000000000000001', 9],
    ['000000010000000000000002', 0.5],
  ] as const) {
    writeFileSync(join(store.wal, name + ENCRYPTED), '');
    touch(join(store.wal, name + ENCRYPTED), daysAgo(days));
  }
  const rules = { days: 2, daily: 1, weekly: 0, monthly: 0 };
  expect(await pruneBackups(store, rules, now)).toEqual([baseBackupName(daysAgo(10))]);
  expect(readdirSync(store.base)).toEqual([baseBackupName(daysAgo(1))]);
  expect(readdirSync(store.wal)).toEqual([`000000010000000000000002${ENCRYPTED}`]);
  expect(existsSync(join(store.uploads, 'bb', gone + ENCRYPTED))).toBe(false);
  expect(
    existsSync(join(store.uploads, 'aa', kept + ENCRYPTED)) && existsSync(join(store.uploads, 'cc', later + ENCRYPTED)),
  ).toBe(true);
});

it('the name of a backup is its moment', () => {
  const moment = new Date('2026-11-25T13:55:48.168Z');
  expect(momentOfBaseBackup(baseBackupName(moment))).toEqual(moment);
});

it('a moment without a zone is Lagos’s, and what is none is refused', () => {
  expect(parseMoment('2026-11-25 14:30')).toEqual(new Date('2026-11-25T13:30:00Z'));
  expect(parseMoment('2026-11-25T14:30:05Z')).toEqual(new Date('2026-11-25T14:30:05Z'));
  for (const typed of ['yesterday', '2026-11-25', '2026-13-25T10:00'])
    expect(() => parseMoment(typed)).toThrow(/is not a moment/);
});

it('a backup knows which secrets it needs by their fingerprints, and none of them', () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'session-secret'), 'a'.repeat(64));
  const keyFile = join(dataDir, 'paystack');
  writeFileSync(keyFile, 'sk_live_known\n');
  const secrets = fingerprintSecrets({ PAYSTACK_SECRET_KEY_FILE: keyFile }, dataDir);
  expect(secrets.map(({ name }) => name)).toEqual(['SESSION_SECRET', 'PAYSTACK_SECRET_KEY']);
  expect(JSON.stringify(secrets)).not.toMatch(/sk_live_known|aaaa/);
  const elsewhere = fingerprintSecrets(
    { PAYSTACK_SECRET_KEY: 'sk_live_known', SESSION_SECRET: 'b'.repeat(64) },
    folder,
  );
  expect(listOtherSecrets(secrets, elsewhere)).toEqual(['SESSION_SECRET']);
});
