import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '@portal/server/platform/config/environment';

export type SecretFingerprint = { readonly name: string; readonly fingerprint: string };

/** Variables whose value is a secret. */
const SECRET = /(SECRET|SECRETS|KEY|TOKEN|HASH|SMTP_URL)$/;

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
  const files: Readonly<Record<string, string>> = SECRET_FILES;
  return Object.keys(environment.shape)
    .filter((name) => SECRET.test(name))
    .flatMap((name) => {
      const file = files[name] === undefined ? null : join(dataDir, files[name]);
      const secret = env[name]?.trim() || (file !== null && existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
      return secret === '' ? [] : [{ name, fingerprint: fingerprintOf(name, secret) }];
    });
}

/** The secrets of a backup that this environment and data folder lack or have otherwise. */
export function listOtherSecrets(backedUp: readonly SecretFingerprint[], here: readonly SecretFingerprint[]): string[] {
  const own = new Map(here.map(({ name, fingerprint }) => [name, fingerprint]));
  return backedUp.filter(({ name, fingerprint }) => own.get(name) !== fingerprint).map(({ name }) => name);
}
