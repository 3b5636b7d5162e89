import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://waya.example' };
const SECRET = 'a session secret of forty characters or so';

describe('a secret from a file', () => {
  it('is the content of the file without its last line break', () => {
    const config = readConfig({
      ...production,
      SESSION_SECRET_FILE: file('session', `${SECRET}\n`),
      DATABASE_URL_FILE: file('database', 'postgres://portal:p@10.0.0.1/portal'),
    });
    expect(config).toMatchObject({ sessionSecret: SECRET, databaseUrl: 'postgres://portal:p@10.0.0.1/portal' });
  });

  it('that is missing, empty or set twice is one fault each, and not also reported as absent', () => {
    const env = {
      ...production,
      SESSION_SECRET_FILE: join(folder, 'nowhere'),
      SMTP_URL_FILE: file('empty', '\n'),
      NETWORK_TOKEN: 'a token of the network',
      NETWORK_TOKEN_FILE: file('token', 'another token of it'),
    };
    expect(() => readConfig(env)).toThrow(
      new ConfigurationError([
        `SESSION_SECRET_FILE: ${join(folder, 'nowhere')} cannot be read (ENOENT)`,
        'NETWORK_TOKEN and NETWORK_TOKEN_FILE are both set',
        `SMTP_URL_FILE: ${join(folder, 'empty')} is empty`,
      ]),
    );
  });

  it('is read only for variables that hold secrets', () => {
    expect(readConfig({ HOST_FILE: file('host', '10.0.0.9') }).host).toBe('127.0.0.1');
  });
});
