import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { AcceptedSecrets } from './accepted-secrets.ts';
import { hmacOf } from './hmac.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 8;

export type Encryption = {
  /** Encrypts with the present key. */
  readonly encrypt: (text: string) => string;
  /**
   * Throws when none of the keys encrypted the text, or when it was encrypted for another purpose
   * or changed.
   */
  readonly decrypt: (encrypted: string) => string;
};

/**
 * The end of every text that was encrypted with this key. A decoder of base64 ends at the equals
 * sign, so releases that wrote no key ids read these texts, too.
 */
export function keyMark(secret: string): string {
  return `=${hmacOf(secret, 'key-id', '').toString('base64url').slice(0, KEY_ID_CHARACTERS)}`;
}

/** The mark of the key that encrypted the text; null where it was written without one. */
function keyMarkOf(encrypted: string): string | null {
  const start = encrypted.indexOf('=');
  return start === -1 ? null : encrypted.slice(start);
}

function open(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/**
 * Encrypts short secrets in the database, so that the database alone does not reveal them:
 * AES-256-GCM, a fresh IV for each value, a separate key for each purpose. A text ends with the
 * mark of its key; one without a mark is tried with every key.
 */
export function createEncryption(deps: {
  readonly keys: AcceptedSecrets;
  readonly purpose: Parameters<typeof hmacOf>[1];
  readonly randomBytes: (size: number) => Buffer;
}): Encryption {
  const keyOf = (secret: string) => ({ mark: keyMark(secret), key: hmacOf(secret, deps.purpose, 'sealing key') });
  const present = keyOf(deps.keys[0]);
  const keys = deps.keys.map(keyOf);
  return {
    encrypt: (text) => {
      const iv = deps.randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, present.key, iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url') + present.mark;
    },
    decrypt: (encrypted) => {
      const mark = keyMarkOf(encrypted);
      const bytes = Buffer.from(encrypted, 'base64url');
      let failure: unknown = new Error('encrypted with a key that is not configured');
      for (const { key } of keys.filter((known) => mark === null || known.mark === mark)) {
        try {
          return open(key, bytes);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}
