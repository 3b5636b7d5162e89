import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { FakeAuthenticator } from '../../testing/fake-authenticator.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { codeAt, type Person, type SignInTestbed, startSignInTestbed } from '../../testing/testbeds/sign-in-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: SignInTestbed;
let customer: TestBrowser;
let user: Person;
beforeAll(async () => {
  portal = await startSignInTestbed();
  portal.startJobs();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ browser: customer, user } = await portal.customer());
});

/** What the job has written for the customer, the oldest first, once there are so many. */
async function noted(count: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      portal.wakeJobs('note sign-ins');
      const { rows } = await portal.pool.query<{ said: string }>(
        "select way || ' ' || outcome as said from sign_in_records where user_id = $1 order by id",
        [user.id],
      );
      expect(rows).toHaveLength(count);
      return rows.map(({ said }) => said);
    },
    { timeout: 20_000, interval: 100 },
  );
}

it('a wrong code, one too many and the right one are noted after the password', async () => {
  const { secret } = await portal.setUpApp(customer, '/api/user/second-factor');
  const { browser } = await portal.givePassword(user.email);
  const give = (code: string) => browser.post('/api/login/second-factor', { code });
  for (let time = 0; time < 6; time++) await give('000000');
  await portal.pool.query('update staff_second_factors set blocked_until = null where user_id = $1', [user.id]);
  expect((await give(codeAt(secret, portal.now()))).statusCode).toBe(200);
  expect(await noted(8)).toEqual([
    'password awaits-code',
    ...Array.from({ length: 5 }, () => 'password wrong-code'),
    'password code-throttled',
    'password signed-in',
  ]);
});

it('a passkey that is refused, one of a disabled account and one that opens it are noted', async () => {
  const device = new FakeAuthenticator('http://portal.test');
  const { options } = (await customer.post('/api/user/passkeys/options', {})).json();
  await customer.post('/api/user/passkeys', { name: 'My phone', credential: device.create(options, {}) });
  const signIn = async (origin?: string) => {
    const browser = portal.browser();
    const asked = (await browser.post('/api/login/passkey/options', {})).json();
    const fault = origin === undefined ? {} : { origin };
    return browser.post('/api/login/passkey', { credential: device.get(asked.options, fault) });
  };
  expect((await signIn('http://elsewhere.test')).json().code).toBe('passkey.refused');
  await portal.pool.query('update users set disabled = true where id = $1', [user.id]);
  expect((await signIn()).json().code).toBe('passkey.refused');
  await portal.pool.query('update users set disabled = false where id = $1', [user.id]);
  expect((await signIn()).statusCode).toBe(200);
  expect(await noted(3)).toEqual(['passkey passkey-refused', 'passkey disabled', 'passkey signed-in']);
});
