import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const CEILING = 4;
const SHUT_AT = 10 * CEILING;

let portal: TestPortal;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const limits = { ...HIGH_LIMITS, failedSignInsPerMinute: CEILING };
  portal = await startTestPortal({ config: { ...readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), limits } });
});
afterAll(async () => {
  await portal.close();
  vi.useRealTimers();
});
beforeEach(() => void vi.advanceTimersByTime(3_600_000));

let accounts = 0;
let networks = 0;
const freshAddress = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.1`;

/** One guess at each of many new accounts; returns how many were evaluated. */
async function spray(guesses: number, addressOf: () => string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: guesses }, () =>
      portal
        .browser(addressOf())
        .post('/api/login', { email: `many-${++accounts}@mail.example`, password: 'Guess-2026' }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 401).length;
}

async function registered(): Promise<{ email: string; ownBrowser: TestBrowser }> {
  const ownBrowser = portal.browser();
  return { ownBrowser, email: (await ownBrowser.register()).json().user.email };
}

const signIn = (browser: TestBrowser, email: string) => browser.post('/api/login', { email, password: GOOD_PASSWORD });

describe('one guess at each of many accounts', () => {
  it('from one network stops at the limit, while others sign in on new devices as usual', async () => {
    const { email } = await registered();
    expect(await spray(30, () => '192.0.2.9')).toBe(CEILING);
    expect((await signIn(portal.browser('192.0.2.99'), email)).statusCode).toBe(429);
    expect((await signIn(portal.browser(freshAddress()), email)).statusCode).toBe(200);
  });

  it('from a network each stops at ten times the limit until the next minute, while known browsers can sign in', async () => {
    const { email, ownBrowser } = await registered();
    expect(await spray(SHUT_AT + 30, freshAddress)).toBe(SHUT_AT);
    const otherCustomer = portal.browser(freshAddress());
    const refused = await signIn(otherCustomer, email);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await signIn(ownBrowser, email)).statusCode).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect((await signIn(otherCustomer, email)).statusCode).toBe(200);
  });

  it('does not block a customer who verifies the mailbox on a new device', async () => {
    const { email } = await registered();
    await spray(SHUT_AT, freshAddress);
    const newDevice = portal.browser(freshAddress());
    expect((await signIn(newDevice, email)).statusCode).toBe(429);
    await newDevice.post('/api/password-reset/request', { email });
    const letters = await readMail(portal, email);
    const token = tokenIn(letters.find(({ subject }) => subject === 'Set a new password'));
    await newDevice.post('/api/password-reset/confirm', { token, newPassword: GOOD_PASSWORD });
    expect((await signIn(newDevice, email)).statusCode).toBe(200);
  });

  it('does not count successful sign-ins', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, registered));
    for (let round = 0; round < 3; round++) {
      for (const { email } of people) expect((await signIn(portal.browser('192.0.2.10'), email)).statusCode).toBe(200);
    }
  });
});
