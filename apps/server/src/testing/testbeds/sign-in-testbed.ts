import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { readConfig } from '../../platform/config/config.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../test-portal.ts';

export type Person = { readonly id: number; readonly email: string };

export type SignInTestbed = TestPortal & {
  readonly now: () => Date;
  readonly passTime: (seconds: number) => void;
  /** A signed-in customer whose address is verified. */
  readonly customer: () => Promise<{ browser: TestBrowser; user: Person }>;
  /** In a browser without a session. */
  readonly givePassword: (email: string) => Promise<{ browser: TestBrowser; answer: LightMyRequestResponse }>;
  /** Sets up an authenticator app by the calls below `path`, and waits until its next code. */
  readonly setUpApp: (browser: TestBrowser, path: string) => Promise<{ secret: string; recoveryCodes: string[] }>;
};

/** What an authenticator app shows at that moment. */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** A portal whose staff need a second factor and whose clock the test moves. */
export async function startSignInTestbed(): Promise<SignInTestbed> {
  let now = new Date('2026-07-04T08:00:00Z');
  const passTime = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const config = { ...readConfig({ DEMO_DATA: 'off', TRUSTED_PROXIES: '127.0.0.1' }), limits: HIGH_LIMITS };
  const portal = await startTestPortal({ clock: () => now, config });
  return {
    ...portal,
    now: () => now,
    passTime,
    customer: async () => {
      const browser = portal.browser();
      const { user } = (await browser.register()).json();
      await portal.pool.query('update users set email_verified_at = now() where id = $1', [user.id]);
      return { browser, user };
    },
    givePassword: async (email) => {
      const browser = portal.browser();
      return { browser, answer: await browser.post('/api/login', { email, password: GOOD_PASSWORD }) };
    },
    setUpApp: async (browser, path) => {
      const { secret } = (await browser.post(`${path}/enrol`, {})).json();
      const confirmed = await browser.post(`${path}/confirm`, { code: codeAt(secret, now) });
      passTime(60);
      return { secret, recoveryCodes: confirmed.json().recoveryCodes };
    },
  };
}
