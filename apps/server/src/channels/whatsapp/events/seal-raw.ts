import type { Encryption } from '../../../platform/crypto/encryption.ts';

const SEALED = 'sealed:';

/** A message as it is stored until it is understood: it may be a PIN, which is no use to a thief of the database. */
export function sealRaw({ encrypt }: Pick<Encryption, 'encrypt'>, raw: string): string {
  return `${SEALED}${encrypt(raw)}`;
}

/** The same as it came. Throws where no key of the installation opens it. */
export function openRaw({ decrypt }: Pick<Encryption, 'decrypt'>, stored: string): string {
  return stored.startsWith(SEALED) ? decrypt(stored.slice(SEALED.length)) : stored;
}
