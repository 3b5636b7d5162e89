import { Secret, TOTP } from 'otpauth';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without I, L, O and U, so that a code on paper is not misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type Totp = {
  /**
   * A new secret of an authenticator app: encrypted for the database, and in the form that the app
   * takes.
   */
  readonly newSecret: (account: string) => {
    readonly encrypted: string;
    readonly secret: string;
    readonly uri: string;
  };
  /**
   * The time step in which the app shows this code, now or one step before or after; null for a
   * wrong code.
   */
  readonly findStep: (encrypted: string, code: string, now: Date) => number | null;
  /** Printable recovery codes, with their stored form. */
  readonly newRecoveryCodes: (userId: number) => { readonly codes: string[]; readonly hashes: string[] };
  readonly hashOf: (userId: number, recoveryCode: string) => string;
};

/** Typed from paper or a screen: spaces, dashes and case are ignored. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

function appCodes(secret: Secret, issuer: string, account: string): TOTP {
  return new TOTP({ issuer, label: account, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}

/**
 * Codes of authenticator apps (RFC 6238: SHA-1, six digits, 30 s, which every app understands) and
 * recovery codes of 50 random bits.
 */
export function createTotp(deps: {
  readonly encryption: Encryption;
  /** Keys the stored recovery codes. */
  readonly hashKey: string;
  readonly issuer: string;
  readonly randomBytes: (size: number) => Buffer;
}): Totp {
  const { encrypt, decrypt } = deps.encryption;
  const hashOf: Totp['hashOf'] = (userId, code) =>
    hmacOf(deps.hashKey, 'recovery-code', `${userId}:${plain(code)}`).toString('base64url');
  return {
    newSecret: (account) => {
      const secret = new Secret({ buffer: new Uint8Array(deps.randomBytes(SECRET_BYTES)).buffer });
      return {
        encrypted: encrypt(secret.base32),
        secret: secret.base32,
        uri: appCodes(secret, deps.issuer, account).toString(),
      };
    },
    findStep: (encrypted, code, now) => {
      const token = plain(code);
      if (!/^\d{6}$/.test(token)) return null;
      const codes = appCodes(Secret.fromBase32(decrypt(encrypted)), deps.issuer, '');
      const delta = codes.validate({ token, timestamp: now.getTime(), window: 1 });
      return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
    },
    newRecoveryCodes: (userId) => {
      const codes = Array.from({ length: RECOVERY_CODES }, () => {
        const signs = Array.from(deps.randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % 32]).join('');
        return `${signs.slice(0, 5)}-${signs.slice(5)}`;
      });
      return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
    },
    hashOf,
  };
}
