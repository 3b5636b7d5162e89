import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretNames } from '@portal/server/platform/config/environment';
import { readSecretFiles } from '@portal/server/platform/config/secret-files';

export type SecretFingerprint = { readonly name: string; readonly fingerprint: string };

/** Secrets of the servers beside the portal: another machine has others. */
const OF_SERVERS = new Set(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL', 'REDIS_PASSWORD']);

/** Secrets that the portal makes itself where none is configured, each in a file of the data folder. */
export const SECRET_FILES = {
  SESSION_SECRET: 'session-secret',
  NETWORK_TOKEN: 'network-token',
  VAPID_PRIVATE_KEY: 'vapid-keys.json',
} as const;

function fingerprintOf(name: string, secret: string): string {
  return createHash('sha256').update(`${name}\0${secret}`).digest('hex').slice(0, 16);
}

/** By which secrets this installation works: a name and a part of a hash of each. */
export function fingerprintSecrets(env: NodeJS.ProcessEnv, dataDir: string): SecretFingerprint[] {
  const stored: Readonly<Record<string, string>> = SECRET_FILES;
  const given = Object.fromEntries(Object.entries(env).map(([name, value = '']) => [name, value.trim()]));
  const { values } = readSecretFiles(given, secretNames);
  return secretNames
    .filter((name) => !OF_SERVERS.has(name))
    .flatMap((name) => {
      const file = stored[name] === undefined ? null : join(dataDir, stored[name]);
      const secret = values[name] || (file !== null && existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
      return secret === '' ? [] : [{ name, fingerprint: fingerprintOf(name, secret) }];
    });
}

/** The secrets of a backup that this environment and data folder lack or have otherwise. */
export function listOtherSecrets(backedUp: readonly SecretFingerprint[], here: readonly SecretFingerprint[]): string[] {
  const own = new Map(here.map(({ name, fingerprint }) => [name, fingerprint]));
  return backedUp.filter(({ name, fingerprint }) => own.get(name) !== fingerprint).map(({ name }) => name);
}
