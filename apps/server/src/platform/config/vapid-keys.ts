import { createECDH } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
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
 * The configured key pair, or one created once and stored in the data folder: with a new pair every
 * browser would have to subscribe again.
 */
export function vapidKeysOf(config: { readonly vapidPrivateKey: string | null; readonly dataDir: string }): VapidKeys {
  if (config.vapidPrivateKey) return vapidKeysFrom(config.vapidPrivateKey);
  const path = join(config.dataDir, 'vapid-keys.json');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  try {
    writeFileSync(path, JSON.stringify(newKeys()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
}
