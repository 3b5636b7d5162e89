import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkConfig, readConfig } from './config.ts';
import { environment, secretNames } from './environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('a secret is read from the file that NAME_FILE names, without its last line break', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://waya.example' };
  const SESSION_SECRET_FILE = fileWith('session', ' a secret with blanks, long enough \r\n');
  const DATABASE_URL_FILE = fileWith('database', 'postgres://portal:secret@127.0.0.1/portal\n');
  expect(readConfig({ ...production, SESSION_SECRET_FILE, DATABASE_URL_FILE })).toMatchObject({
    sessionSecrets: [' a secret with blanks, long enough '],
    databaseUrl: 'postgres://portal:secret@127.0.0.1/portal',
  });
});

it('a file that is missing or empty and a secret that is given twice are faults, all named at once without their content', () => {
  const { faults } = checkConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://waya.example',
    SESSION_SECRET_FILE: join(folder, 'nowhere'),
    SMTP_URL_FILE: fileWith('empty', '\n'),
    METRICS_TOKEN: 'the token in the environment',
    METRICS_TOKEN_FILE: fileWith('token', 'the token in the file'),
    NETWORK_TOKEN_FILE: fileWith('short', 'short'),
  });
  expect(faults).toEqual([
    `SESSION_SECRET_FILE: ${join(folder, 'nowhere')} cannot be read (ENOENT)`,
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: remove one of them',
    `SMTP_URL_FILE: ${join(folder, 'empty')} is empty`,
    expect.stringMatching(/^NETWORK_TOKEN: /),
  ]);
});

it('every setting that is a secret may come from a file', () => {
  expect(secretNames).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'SESSION_SECRET_PREVIOUS', 'NAS_SECRETS', 'SMTP_URL']),
  );
  const unmarked = Object.keys(environment.shape).filter((name) => !secretNames.includes(name));
  expect(unmarked.filter((name) => /SECRET|TOKEN$|_KEY$|HASH|PASSWORD/.test(name))).toEqual([]);
});
