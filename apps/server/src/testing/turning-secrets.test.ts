import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGateways } from '../billing/payments/gateways/create-gateways.ts';
import { readConfig } from '../platform/config/config.ts';
import type { AcceptedSecrets } from '../platform/crypto/accepted-secrets.ts';
import { readMail, tokenIn } from './read-mail.ts';
import { GOOD_PASSWORD, TestBrowser } from './test-browser.ts';
import { HIGH_LIMITS, startTestPortal, TEST_SESSION_SECRET, type TestPortal } from './test-portal.ts';
import { codeAt } from './testbeds/sign-in-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FORMER = TEST_SESSION_SECRET;
const PRESENT = 'the secret after it was turned, 32 characters and more';
const SERVICE = 'https://fcm.googleapis.com/fcm/send';
const BASE = '/api/staff/second-factor';

const portals: TestPortal[] = [];
let before: TestPortal;
let after: TestPortal;
let finished: TestPortal;
afterAll(async () => {
  for (const portal of portals.reverse()) await portal.close();
});

/** A portal with these secrets, on the database of the first one. */
async function startWith(secrets: AcceptedSecrets, env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const config = { ...readConfig({ DEMO_DATA: 'off', TRUSTED_PROXIES: '127.0.0.1', ...env }), limits: HIGH_LIMITS };
  const shared = before ? { database: before.database } : {};
  const keys = { sessionSecrets: secrets, encryptionKeys: secrets, hashKey: FORMER };
  const portal = await startTestPortal({ ...shared, ...keys, config });
  portals.push(portal);
  return portal;
}
beforeAll(async () => {
  before = await startWith([FORMER]);
  after = await startWith([PRESENT, FORMER]);
  finished = await startWith([PRESENT]);
});

/** The same browser, served by that portal from now on. */
function movedTo(portal: TestPortal, browser: TestBrowser): TestBrowser {
  const moved = new TestBrowser(portal.app, 'http://portal.test');
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}

async function newCustomer(on = before) {
  const browser = on.browser();
  const { user } = (await browser.register()).json();
  return { browser, id: Number(user.id), email: String(user.email) };
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/api/user')).statusCode === 200;

describe('a customer who signed in before the session secret was turned', () => {
  it('stays signed in through the turn and when the former secret is gone, also with twenty requests at once', async () => {
    const { browser } = await newCustomer();
    const turned = movedTo(after, browser);
    expect(await Promise.all(Array.from({ length: 20 }, () => isSignedIn(turned)))).not.toContain(false);
    expect(await isSignedIn(movedTo(finished, browser))).toBe(true);
  });

  it('is signed out where the former secret is not accepted', async () => {
    const { browser } = await newCustomer();
    expect(await isSignedIn(movedTo(finished, browser))).toBe(false);
  });

  it('stays signed in while requests alternate between instances before and after the turn', async () => {
    const prepared = await startWith([FORMER, PRESENT]);
    const { browser } = await newCustomer();
    for (const portal of [prepared, after, prepared, after]) {
      expect(await isSignedIn(movedTo(portal, browser))).toBe(true);
    }
  });

  it('keeps the notices on their device until they sign out', async () => {
    const { browser, id } = await newCustomer();
    const endpoint = `${SERVICE}/${id}`;
    const keys = { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
    await browser.post('/api/user/push-subscriptions', { endpoint, keys });
    const subscriptions = async () =>
      (await before.pool.query('select from push_subscriptions where endpoint = $1', [endpoint])).rowCount;
    await isSignedIn(movedTo(after, browser));
    expect(await subscriptions()).toBe(1);
    await movedTo(after, browser).post('/api/logout', {});
    expect(await subscriptions()).toBe(0);
  });

  it('sees their session as the present one, and ends all others without ending it', async () => {
    const { browser, email } = await newCustomer();
    const other = before.browser();
    await other.post('/api/login', { email, password: GOOD_PASSWORD });
    const turned = movedTo(after, browser);
    const sessions: { current: boolean }[] = (await turned.get('/api/user/sessions')).json();
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    await turned.delete('/api/user/sessions/others');
    expect([await isSignedIn(turned), await isSignedIn(movedTo(after, other))]).toEqual([true, false]);
  });

  it('is still a known device, which strangers who guess the password cannot lock out', async () => {
    const { browser, email } = await newCustomer();
    const stranger = new TestBrowser(after.app, 'http://portal.test', '198.51.100.9');
    for (let guess = 0; guess < 21; guess++) await stranger.post('/api/login', { email, password: `wrong ${guess}` });
    const fresh = new TestBrowser(after.app, 'http://portal.test', '198.51.100.10');
    const login = { email, password: GOOD_PASSWORD };
    expect((await fresh.post('/api/login', login)).statusCode).toBe(429);
    expect((await movedTo(after, browser).post('/api/login', login)).statusCode).toBe(200);
  });
});

describe('what was sent before the session secret was turned', () => {
  it('sets a new password: the link in a mail', async () => {
    const { email } = await newCustomer();
    await before.browser().post('/api/password-reset/request', { email });
    const token = tokenIn((await readMail(before, email)).at(-1));
    const confirm = { token, newPassword: 'Another-good-1 password' };
    expect((await finished.browser().post('/api/password-reset/confirm', confirm)).json().code).toBe(
      'account.link-expired',
    );
    expect((await after.browser().post('/api/password-reset/confirm', confirm)).statusCode).toBe(200);
  });

  it('verifies a number: the code in a text', async () => {
    const { browser } = await newCustomer();
    const phoneNumber = '08031234567';
    await browser.post('/api/sms/send-otp', { phoneNumber });
    const { rows } = await before.pool.query(
      "select text from outbox_messages where channel = 'sms' order by id desc limit 1",
    );
    const otp = /\d{6}/.exec(rows[0]?.text)?.[0];
    const verified = await movedTo(after, browser).post('/api/sms/verify-otp', { phoneNumber, otp });
    expect(verified.statusCode).toBe(200);
  });
});

it('staff sign in with their app and with a recovery code from before the turn', async () => {
  const { browser, id, email } = await newCustomer();
  await before.pool.query("update users set role = 'admin' where id = $1", [id]);
  const { secret } = (await browser.post(`${BASE}/enrol`, {})).json();
  const { recoveryCodes } = (await browser.post(`${BASE}/confirm`, { code: codeAt(secret, new Date()) })).json();
  await before.pool.query('update staff_second_factors set last_step = 0 where user_id = $1', [id]);
  for (const code of [codeAt(secret, new Date()), recoveryCodes[0]]) {
    const again = after.browser();
    await again.post('/api/login', { email, password: GOOD_PASSWORD });
    expect((await again.post(BASE, { code })).statusCode).toBe(200);
  }
});

it('no webhook of a gateway is lost: the present and the former secret are accepted, and no other', () => {
  const env = {
    PAYSTACK_SECRET_KEY: 'sk_now',
    PAYSTACK_SECRET_KEY_PREVIOUS: 'sk_before',
    FLUTTERWAVE_SECRET_KEY: 'FLWSECK-now',
    FLUTTERWAVE_WEBHOOK_HASH: 'hash now',
    FLUTTERWAVE_WEBHOOK_HASH_PREVIOUS: 'hash before',
    INTERSWITCH_CLIENT_ID: 'IKIA',
    INTERSWITCH_CLIENT_SECRET: 'client',
    INTERSWITCH_MERCHANT_CODE: 'MX1',
    INTERSWITCH_PAYABLE_CODE: 'Default',
    INTERSWITCH_WEBHOOK_SECRET: 'webhook now',
    INTERSWITCH_WEBHOOK_SECRET_PREVIOUS: 'webhook before',
  };
  const gateways = createGateways(readConfig(env).gateways, { timeoutMs: 1000, clock: () => new Date() });
  const [paystack, flutterwave, quickteller] = gateways;
  const body = Buffer.from('{"event":"charge.success"}');
  const sha512 = (secret: string) => createHmac('sha512', secret).update(body).digest('hex');
  const accepted = (['now', 'before', 'another'] as const).map((when) => [
    paystack?.authenticate({ 'x-paystack-signature': sha512(`sk_${when}`) }, body),
    flutterwave?.authenticate({ 'verif-hash': `hash ${when}` }, body),
    quickteller?.authenticate({ 'x-interswitch-signature': sha512(`webhook ${when}`) }, body),
  ]);
  expect(accepted).toEqual([
    [true, true, true],
    [true, true, true],
    [false, false, false],
  ]);
});

it('Prometheus and the RADIUS server are answered with the present and the former token alike', async () => {
  const env = { METRICS_TOKEN: 'the metrics token now', METRICS_TOKEN_PREVIOUS: 'the metrics token before' };
  const networkTokens = ['the network token now', 'the network token before'];
  const portal = await startTestPortal({ config: readConfig(env), networkTokens });
  portals.push(portal);
  const statusOf = async (url: string, token: string) =>
    (await portal.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  const post = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = { method: 'POST' as const, url: '/api/network/accounting', headers, payload: '{}' };
    return (await portal.app.inject(sent)).statusCode;
  };
  const metrics = ['the metrics token now', 'the metrics token before', 'another token'];
  expect(await Promise.all(metrics.map((token) => statusOf('/metrics', token)))).toEqual([200, 200, 404]);
  const network = await Promise.all([...networkTokens, 'another token'].map(post));
  expect(network.map((status) => status === 401)).toEqual([false, false, true]);
});

it('delivery reports of texts are accepted under the present and the former secret', async () => {
  const env = {
    TERMII_API_KEY: 'TL1',
    TERMII_WEBHOOK_SECRET: 'termii now',
    TERMII_WEBHOOK_SECRET_PREVIOUS: 'termii before',
    AFRICASTALKING_API_KEY: 'atsk',
    AFRICASTALKING_USERNAME: 'waya',
    AFRICASTALKING_REPORT_TOKEN: 'africa now',
    AFRICASTALKING_REPORT_TOKEN_PREVIOUS: 'africa before',
  };
  const portal = await startTestPortal({ config: readConfig(env) });
  portals.push(portal);
  const termii = async (secret: string) => {
    const payload = JSON.stringify({ message_id: '1', status: 'Delivered' });
    const signature = createHmac('sha512', secret).update(payload).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-termii-signature': signature };
    return (await portal.app.inject({ method: 'POST', url: '/api/webhooks/sms/termii', headers, payload })).statusCode;
  };
  const africasTalking = async (token: string) => {
    const url = `/api/webhooks/sms/africas-talking?token=${encodeURIComponent(token)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await portal.app.inject({ method: 'POST', url, headers, payload: 'id=1&status=Success' })).statusCode;
  };
  expect([await termii('termii now'), await termii('termii before'), await termii('other')]).toEqual([200, 200, 401]);
  const tokens = ['africa now', 'africa before', randomBytes(8).toString('hex')];
  expect([await africasTalking(tokens[0] ?? ''), await africasTalking(tokens[1] ?? '')]).toEqual([200, 200]);
  expect(await africasTalking(tokens[2] ?? '')).toBe(401);
});
