import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const OWN_COUNT = 10;
const ALL_STRANGERS_COUNT = 20;

async function registered(): Promise<{ email: string; ownBrowser: TestBrowser }> {
  const { email } = newCustomer();
  const ownBrowser = portal.browser('198.51.100.1');
  await ownBrowser.register({ email });
  await ownBrowser.post('/api/logout', {});
  return { email, ownBrowser };
}

const login = (browser: TestBrowser, email: string, password: string) =>
  browser.post('/api/login', { email, password });

async function guess(email: string, times: number, addressOf: (index: number) => string): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => login(portal.browser(addressOf(index)), email, `guess ${index}`)),
  );
  return answers.map((answer) => answer.statusCode);
}

const counted = (statuses: number[], status: number) => statuses.filter((seen) => seen === status).length;

/** Ends the wait of a blocked key: moves all times of this account's counts into the past. */
async function passTime(interval: string): Promise<void> {
  await portal.pool.query(
    `update sign_in_attempts set last_failure_at = last_failure_at - $1::interval, blocked_until = blocked_until - $1::interval`,
    [interval],
  );
}

describe('guessing passwords of one account', () => {
  it('is blocked after ten guesses from one IP address, even concurrent ones, and so is the right password', async () => {
    const { email } = await registered();
    const statuses = await guess(email, 30, () => '192.0.2.1');
    // The wait begins with the first failure beyond the free ones.
    expect(counted(statuses, 401)).toBe(OWN_COUNT + 1);
    expect(counted(statuses, 429)).toBe(30 - OWN_COUNT - 1);
    const right = await login(portal.browser('192.0.2.1'), email, GOOD_PASSWORD);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(15);
  });

  it('is blocked after twenty guesses in all when each comes from another IP address', async () => {
    const { email } = await registered();
    const statuses = await guess(email, 40, (index) => `10.${index}.0.1`);
    expect(counted(statuses, 401)).toBe(ALL_STRANGERS_COUNT + 1);
    expect(counted(statuses, 429)).toBe(40 - ALL_STRANGERS_COUNT - 1);
  });

  it('does not block the owner in a browser that signed in before, not even at the attacker’s IP address', async () => {
    const { email, ownBrowser } = await registered();
    await guess(email, 20, () => '198.51.100.1');
    await guess(email, 40, (index) => `10.${index}.1.1`);
    expect((await login(portal.browser('198.51.100.1'), email, GOOD_PASSWORD)).statusCode).toBe(429);
    expect((await login(ownBrowser, email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('is no longer blocked once the owner has signed in', async () => {
    const { email, ownBrowser } = await registered();
    await guess(email, 40, (index) => `10.${index}.2.1`);
    await login(ownBrowser, email, GOOD_PASSWORD);
    expect((await login(portal.browser('198.51.100.99'), email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('gets one attempt after each wait, and the waits double up to an hour', async () => {
    const { email } = await registered();
    await guess(email, 12, () => '192.0.2.2');
    const waits: number[] = [];
    for (let round = 0; round < 10; round++) {
      const blocked = await login(portal.browser('192.0.2.2'), email, 'another guess');
      expect(blocked.statusCode).toBe(429);
      waits.push(Number(blocked.headers['retry-after']));
      await passTime(`${waits.at(-1)} seconds`);
      expect((await login(portal.browser('192.0.2.2'), email, 'another guess')).statusCode).toBe(401);
    }
    const lengths = [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
    // Some of the wait has passed when the answer says how long it still is.
    expect(waits.map((wait, index) => Math.ceil(wait / 15) * 15 === lengths[index])).toEqual(lengths.map(() => true));
  });

  it('is blocked for a day after a hundred failures in a row, but not for the owner', async () => {
    const { email, ownBrowser } = await registered();
    await guess(email, 1, () => '10.9.1.1');
    await portal.pool.query('update sign_in_attempts set failures = 99 where failures = 1');
    expect((await login(portal.browser('10.9.2.1'), email, 'the hundredth guess')).statusCode).toBe(401);
    const refused = await login(portal.browser('10.9.3.1'), email, GOOD_PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await login(ownBrowser, email, GOOD_PASSWORD)).statusCode).toBe(200);
    expect((await login(portal.browser('10.9.3.1'), email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('is forgotten after a day without failures', async () => {
    const { email } = await registered();
    await guess(email, 12, () => '192.0.2.3');
    await passTime('25 hours');
    expect(counted(await guess(email, 10, () => '192.0.2.3'), 401)).toBe(10);
  });

  it('does not affect other accounts', async () => {
    const attacked = await registered();
    const other = await registered();
    await guess(attacked.email, 30, () => '192.0.2.4');
    expect((await login(portal.browser('192.0.2.4'), other.email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('gets the same answers for addresses without an account', async () => {
    const { email } = await registered();
    const known = await guess(email, 30, () => '192.0.2.5');
    const unknown = await guess(`no-${email}`, 30, () => '192.0.2.5');
    expect(unknown.toSorted()).toEqual(known.toSorted());
  });

  it('gains nothing from a device cookie that is forged or another account’s', async () => {
    const victim = await registered();
    const attacker = await registered();
    const browser = attacker.ownBrowser;
    const statuses: number[] = [];
    for (let index = 0; index < 15; index++) {
      if (index === 5) browser.cookies.set('browser', `${'A'.repeat(42)}E`);
      statuses.push((await login(browser, victim.email, 'guess')).statusCode);
    }
    expect(counted(statuses, 429)).toBe(15 - OWN_COUNT - 1);
  });
});
