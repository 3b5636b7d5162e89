import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PREFIX } from '../../platform/http/authorisation/bearer-key.ts';

const RANDOM_BYTES = 20;
const KEY = new RegExp(`^${API_KEY_PREFIX}([0-9a-f]{${2 * RANDOM_BYTES}})([0-9a-f]{8})$`);

const checksumOf = (random: string): string => crc32(random).toString(16).padStart(8, '0');

/** A new key: the prefix, 160 random bits and a CRC-32 of them, in hexadecimal. */
export function newApiKey(randomBytes: (size: number) => Buffer): string {
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  return `${API_KEY_PREFIX}${random}${checksumOf(random)}`;
}

/** False for a mistyped or truncated key, which needs no look-up. */
export function isWellFormed(key: string): boolean {
  const [, random, checksum] = KEY.exec(key) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/**
 * What is stored of a key. No secret is added, and no slow hash is used: 160 random bits cannot be
 * guessed, and keys outlive the session secret.
 */
export function keyHash(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** By them staff tell keys apart. */
export const endingOf = (key: string): string => key.slice(-4);
