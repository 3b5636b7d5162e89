import { createCipheriv, createDecipheriv } from 'node:crypto';
import { hmacOf } from './hmac.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Encryption = {
  readonly encrypt: (text: string) => string;
  /**
   * Throws when the text was encrypted with another secret or for another purpose, or was changed.
   */
  readonly decrypt: (encrypted: string) => string;
};

/**
 * Encrypts short secrets in the database, so that the database alone does not reveal them:
 * AES-256-GCM, a fresh IV for each value, a separate key for each purpose.
 */
export function createEncryption(deps: {
  readonly secret: string;
  readonly purpose: Parameters<typeof hmacOf>[1];
  readonly randomBytes: (size: number) => Buffer;
}): Encryption {
  const key = hmacOf(deps.secret, deps.purpose, 'sealing key');
  return {
    encrypt: (text) => {
      const iv = deps.randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}
