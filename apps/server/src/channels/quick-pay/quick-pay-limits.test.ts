import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { type Counts, createCounters } from '../../platform/http/limits/shared-counters.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createQuickPayLimits } from './quick-pay-limits.ts';

const A_MINUTE = 5;
const AN_HOUR = 8;

let portal: TestPortal;
beforeAll(async () => {
  const limits = { ...HIGH_LIMITS, quickPayPerMinute: A_MINUTE, quickPayPerHour: AN_HOUR };
  portal = await startTestPortal({ config: { ...readConfig({}), limits, trustedProxies: [] } });
});
afterAll(() => portal.close());

let addresses = 0;
const freshAddress = () => `203.0.113.${++addresses}`;

function post(path: string, payload: object, from: string, { cookies = new Map() }: Partial<TestBrowser> = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { origin: 'http://portal.test', 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) };
  return portal.app.inject({ method: 'POST', url: `/api/quick-pay/${path}`, payload, headers, remoteAddress: from });
}
const lookUp = (customer: string, from = freshAddress(), browser: Partial<TestBrowser> = {}) =>
  post('lookup', { customer }, from, browser);

async function newAccountNumber(): Promise<string> {
  const { user } = (await portal.browser().register()).json();
  const { rows } = await portal.pool.query<{ number: string }>('select number from accounts where id = $1', [user.id]);
  return rows[0]?.number ?? '';
}

describe('looking accounts up', () => {
  it('is limited by address, whoever is looked up, also all at once, and says when to try again', async () => {
    const from = freshAddress();
    const answers = await Promise.all(Array.from({ length: A_MINUTE + 4 }, (_, n) => lookUp(`${n}@x.example`, from)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ success: false, code: 'request.too-many' });
    expect((await post('code', { code: 'k7m2-x9tq-4hw' }, from)).statusCode).toBe(429);
    expect((await lookUp('other@x.example')).statusCode).toBe(404);
  });

  it('is limited by who is looked up, known or unknown, in every spelling and from every address', async () => {
    const known = await newAccountNumber();
    const spelled = `${known.slice(0, 4)} ${known.slice(4, 7)} ${known.slice(7)}`;
    const statuses = async (texts: readonly string[]) => {
      const found: number[] = [];
      for (let count = 0; count < AN_HOUR + 2; count++)
        found.push((await lookUp(texts[count % texts.length] ?? '')).statusCode);
      return found;
    };
    const ofKnown = await statuses([known, spelled]);
    const ofUnknown = await statuses(['+2348031234567', '0803 123 4567', '08031234567']);
    expect(ofKnown).toEqual([...Array.from({ length: AN_HOUR }, () => 200), 429, 429]);
    expect(ofUnknown).toEqual([...Array.from({ length: AN_HOUR }, () => 404), 429, 429]);
  });

  it('by another name of an account that was found too often finds nobody, and its link still does', async () => {
    const browser = portal.browser();
    const { user } = (await browser.register()).json();
    const { url } = (await browser.post('/api/user/pay-code', {})).json().payCode.link;
    await portal.pool.query('update users set email_verified_at = now() where id = $1', [user.id]);
    const { rows } = await portal.pool.query<{ number: string }>('select number from accounts where id = $1', [
      user.id,
    ]);
    for (let count = 0; count < AN_HOUR; count++) await lookUp(rows[0]?.number ?? '');
    const other = await lookUp(user.email);
    expect([other.statusCode, other.json().code]).toEqual([404, 'quick-pay.not-found']);
    expect((await post('code', { code: url.split('/p/')[1] }, freshAddress())).statusCode).toBe(200);
  });

  it('is limited by the browser where it has signed in before, at whichever address', async () => {
    const browser = portal.browser();
    await browser.register();
    const statuses: number[] = [];
    for (let count = 0; count < AN_HOUR + 2; count++)
      statuses.push((await lookUp(`b${count}@x.example`, freshAddress(), browser)).statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

it('opening payments is limited by address', async () => {
  const { token } = (await lookUp(await newAccountNumber())).json();
  const from = freshAddress();
  const open = (amount: number) => post('paystack/initialize', { token, amount, email: 'aunt@payer.example' }, from);
  const answers = await Promise.all(Array.from({ length: A_MINUTE + 3 }, (_, n) => open(100 + n)));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
});

it('opening payments is limited by the customer whom they are for, from whichever address', async () => {
  const { token } = (await lookUp(await newAccountNumber())).json();
  const statuses: number[] = [];
  for (let n = 0; n < AN_HOUR + 2; n++) {
    const form = { token, amount: 100 + n, email: 'aunt@payer.example' };
    statuses.push((await post('paystack/initialize', form, freshAddress())).statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  const { token: other } = (await lookUp(await newAccountNumber())).json();
  const form = { token: other, amount: 100, email: 'aunt@payer.example' };
  expect((await post('paystack/initialize', form, freshAddress())).statusCode).not.toBe(429);
});

it('an instance counts what others have counted', () => {
  let receive: (counts: Counts) => void = () => {};
  const { countLookup } = createQuickPayLimits({
    openCounter: createCounters({
      publish: () => {},
      onReceived: (listener) => {
        receive = listener;
      },
    }),
    limits: { quickPayPerMinute: 1000, quickPayPerHour: AN_HOUR },
    deviceOf: () => null,
  });
  const request = { ip: '203.0.113.9' } as Parameters<typeof countLookup>[0];
  countLookup(request, null);
  receive([['quick-pay-address', '203.0.113.9', AN_HOUR]]);
  expect(() => countLookup(request, null)).toThrow(expect.objectContaining({ code: 'request.too-many' }));
});
