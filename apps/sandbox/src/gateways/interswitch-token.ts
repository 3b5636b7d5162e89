import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SandboxKeys } from '../sandbox-options.ts';

const LIFE_SECONDS = 3600;

/**
 * Bearer tokens with a signed expiry, so that they survive a restart of the sandbox as real ones
 * would.
 */
export class InterswitchToken {
  readonly #keys: SandboxKeys;
  readonly #clock: () => Date;

  constructor(keys: SandboxKeys, clock: () => Date) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** The answer of the token call: valid for an hour by the sandbox's clock. */
  issue(scope: string): object {
    const issuedAt = Math.floor(this.#clock().getTime() / 1000);
    const claims = Buffer.from(
      JSON.stringify({ client_id: this.#keys.interswitchClientId, iat: issuedAt, exp: issuedAt + LIFE_SECONDS }),
    ).toString('base64url');
    return {
      access_token: `${claims}.${this.#signature(claims)}`,
      token_type: 'bearer',
      expires_in: LIFE_SECONDS - 1,
      scope,
      merchant_code: this.#keys.interswitchMerchantCode,
      payable_id: this.#keys.interswitchPayableCode,
      client_name: 'sandbox',
    };
  }

  /** Checks the Authorization header. */
  isValid(authorization: string): boolean {
    const [claims = '', signature = ''] = authorization.replace(/^Bearer /i, '').split('.');
    const expected = Buffer.from(this.#signature(claims));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    const { exp }: { exp: number } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return this.#clock().getTime() < exp * 1000;
  }

  #signature(claims: string): string {
    return createHmac('sha256', this.#keys.interswitchClientSecret).update(claims).digest('base64url');
  }
}
