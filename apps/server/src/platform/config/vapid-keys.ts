import { createECDH } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { AcceptedSecrets } from '../crypto/accepted-secrets.ts';
import type { VapidKeys } from '../outside/push-sender.ts';

const stored = z.object({ publicKey: z.string(), privateKey: z.string() });

function newKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** The configured private key with its public key. Throws when the key is invalid for the curve. */
export function vapidKeysFrom(privateKey: string): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return { publicKey: pair.getPublicKey('base64url'), privateKey };
}

/**
 * The configured key pairs, the present one first, or one created once and stored in the data
 * folder: with a new pair every browser has to subscribe again.
 */
export function vapidKeysOf(config: {
  readonly vapidPrivateKeys: AcceptedSecrets | null;
  readonly dataDir: string;
}): readonly [VapidKeys, ...VapidKeys[]] {
  if (config.vapidPrivateKeys) {
    const [present, ...others] = config.vapidPrivateKeys;
    return [vapidKeysFrom(present), ...others.map(vapidKeysFrom)];
  }
  const path = join(config.dataDir, 'vapid-keys.json');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  try {
    writeFileSync(path, JSON.stringify(newKeys()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return [stored.parse(JSON.parse(readFileSync(path, 'utf8')))];
}
