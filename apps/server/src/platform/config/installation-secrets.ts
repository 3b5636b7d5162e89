import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AcceptedSecrets, acceptedSecrets } from '../crypto/accepted-secrets.ts';
import type { Config } from './config.ts';

/** A secret of that name, created once and stored in the data folder. */
function storedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/**
 * The secrets that key sessions, links and codes, and those that encrypt stored secrets: the
 * encryption keys, then the session secrets, which did so before there were any.
 */
export function installationSecrets(config: Config): {
  readonly sessionSecrets: AcceptedSecrets;
  readonly encryptionKeys: AcceptedSecrets;
} {
  const sessionSecrets: AcceptedSecrets = config.sessionSecrets ?? [storedSecret(config.dataDir, 'session-secret')];
  const [sessionSecret, ...others] = sessionSecrets;
  const present = config.encryptionKey ?? sessionSecret;
  const known = acceptedSecrets(present, config.previousEncryptionKey, sessionSecret, ...others);
  return { sessionSecrets, encryptionKeys: known ?? [present] };
}

/**
 * The RADIUS server's tokens; the traffic simulator of a demonstration reads a generated one from
 * the data folder.
 */
export function networkTokens(config: Config): readonly string[] {
  const isGenerated = config.networkTokens.length === 0 && config.demoData;
  return isGenerated ? [storedSecret(config.dataDir, 'network-token')] : config.networkTokens;
}
