import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gsmLength } from '../../messaging/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { english } from '../menu/texts/menu-texts.en.ts';
import { hausa } from '../menu/texts/menu-texts.ha.ts';
import { readKeyword } from './keywords.policy.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const TOKEN = 'the token of the address';
const SECRET = 'the secret of Termii';
let now = new Date('2026-12-01T09:00:00Z');
let portal: TestPortal;
beforeAll(async () => {
  const smsReports = { termii: [SECRET], 'africas-talking': [TOKEN] };
  portal = await startTestPortal({
    clock: () => now,
    config: { ...readConfig({}), limits: HIGH_LIMITS, smsReports },
  });
});
afterAll(() => portal.close());

let ids = 0;
let numbers = 0;
const newNumber = () => `+23480319${String(10_000 + numbers++)}`;

const text = (from: string, words: string, { id = `AT${ids++}`, token = TOKEN } = {}) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/webhooks/sms/inbound?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      from,
      to: '34567',
      text: words,
      date: '2026-12-01 09:00:00',
      id,
      linkId: '',
    }).toString(),
  });

function termii(message: object, secret = SECRET) {
  const payload = JSON.stringify(message);
  const signature = createHmac('sha512', secret).update(payload).digest('hex');
  return portal.app.inject({
    method: 'POST',
    url: '/api/webhooks/sms/inbound',
    headers: { 'content-type': 'application/json', 'x-termii-signature': signature },
    payload,
  });
}

const answersTo = async (phone: string) =>
  (
    await portal.pool.query("select text from outbox_messages where channel = 'sms' and recipient = $1 order by id", [
      phone,
    ])
  ).rows.map(({ text: words }) => words as string);
const answerTo = async (phone: string, words: string) => {
  await text(phone, words);
  return (await answersTo(phone)).at(-1);
};

async function newCustomer() {
  const browser = portal.browser();
  const { user } = (await browser.register({ firstName: 'Amaka', lastName: 'Obi' })).json();
  const phone = newNumber();
  await portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [user.id, phone]);
  return { id: Number(user.id), browser, phone };
}

describe('a text from a customer', () => {
  it('is answered by what they ask for, in one part', async () => {
    const { phone, id } = await newCustomer();
    await portal.pool.query(
      `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, monthly_fee, anchor_day, paid_periods, created_at, updated_at)
       select $1, p.id, 'active', now(), '2026-12-20T11:00:00Z', p.price, 1, 1, now(), now() from service_plans p where p.name = 'Premium Fiber 100Mbps'`,
      [id],
    );
    expect(await answerTo(phone, 'bal')).toBe('Nothing to pay now. Next: N25,000 on 20/12/2026.');
    expect(await answerTo(phone, 'FAULT')).toBe(`${english.lineUnknown} ${english.smsCallOffer}`);
    expect(await answerTo(phone, 'Call me please')).toMatch(/^We will call you on 0803/);
    expect(await answerTo(phone, 'CALL')).toMatch(/^We know already/);
    expect(await answerTo(phone, 'help')).toBe(english.smsHelp.replace('{brand}', 'Waya Fibre'));
    for (const answer of await answersTo(phone)) expect(gsmLength(answer), answer).toBeLessThanOrEqual(160);
  });

  it('is stored once by the provider’s id, answered once, and its words do not stay', async () => {
    const { phone } = await newCustomer();
    const same = { id: 'the same' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => text(phone, 'BAL 1234 5678 9012', same)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await answersTo(phone)).toHaveLength(1);
    const { rows } = await portal.pool.query('select * from inbound_texts where sender = $1', [phone]);
    expect(rows).toMatchObject([{ keyword: 'balance', outcome: 'answered', body: '' }]);
    expect(JSON.stringify(rows)).not.toContain('5678');
  });

  it('that was stored and not answered is answered by the job', async () => {
    const { phone } = await newCustomer();
    await portal.pool.query('alter table outbox_messages rename to outbox_away');
    const stored = await text(phone, 'BAL');
    await portal.pool.query('alter table outbox_away rename to outbox_messages');
    expect(stored.statusCode).toBe(200);
    const waiting = await portal.pool.query('select body, handled_at from inbound_texts where sender = $1', [phone]);
    expect(waiting.rows[0].handled_at).toBeNull();
    expect(waiting.rows[0].body).not.toContain('BAL');
    portal.startJobs();
    portal.wakeJobs('inbound texts');
    await vi.waitFor(async () => expect(await answersTo(phone)).toHaveLength(1), 10_000);
  });

  it('is answered although one before it cannot be', async () => {
    const { phone } = await newCustomer();
    const spoilt = newNumber();
    await portal.pool.query(
      `insert into inbound_texts (provider, provider_id, sender, body, received_at)
       select 'africas-talking', 'spoilt' || n, $1, 'sealed by a key that is gone', now() from generate_series(1, 101) n`,
      [spoilt],
    );
    await portal.pool.query('alter table outbox_messages rename to outbox_away');
    await text(phone, 'BAL');
    await portal.pool.query('alter table outbox_away rename to outbox_messages');
    portal.startJobs();
    portal.wakeJobs('inbound texts');
    await vi.waitFor(async () => expect(await answersTo(phone)).toHaveLength(1), 10_000);
    const waiting = await portal.pool.query(
      'select count(*)::int from inbound_texts where sender = $1 and handled_at is null',
      [spoilt],
    );
    expect(waiting.rows).toEqual([{ count: 101 }]);
    await portal.pool.query('delete from inbound_texts where sender = $1', [spoilt]);
  });

  it('ends offers by text with STOP, on record, and begins them with START; other texts still come', async () => {
    const { phone, id, browser } = await newCustomer();
    expect(await answerTo(phone, 'START')).toContain('you get our offers');
    expect(await answerTo(phone, ' "Stop." ')).toMatch(
      /^Waya Fibre: no more offers by text\. Messages about your line/,
    );
    const { rows } = await portal.pool.query(
      'select consent, given, source, actor_id from consent_records where user_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      { consent: 'marketing-sms', given: true, source: 'text-message', actor_id: null },
      { consent: 'marketing-sms', given: false, source: 'text-message', actor_id: null },
    ]);
    const view = (await browser.get('/api/user/privacy/consents')).json();
    expect(view.history[0]).toMatchObject({ consent: 'marketing-sms', given: false, source: 'text-message' });
    expect(await answerTo(phone, 'BAL')).toBe(english.noPlan);
  });

  it('of a number that nobody has verified is told so, in the language of its keyword', async () => {
    const phone = newNumber();
    expect(await answerTo(phone, 'BAL')).toContain('does not know this number');
    expect(await answerTo(phone, 'MATSALA')).toBe(
      hausa.smsUnknownNumber.replace('{brand}', 'Waya Fibre').replace('{site}', 'portal.test'),
    );
    expect(await answerTo(phone, 'DAINA')).toContain('babu sauran tayi');
  });

  it('that tries account numbers of nobody to pay for has to wait after ten of them', async () => {
    const { id } = await newCustomer();
    const { rows } = await portal.pool.query('select number from accounts where id = $1', [id]);
    const phone = newNumber();
    const pay = (account: string) => answerTo(phone, `PAY 0000 0007 9444 ${account}`);
    for (let count = 0; count < 10; count++) expect(await pay(`99999999${10 + count}`)).toBe(english.noSuchAccount);
    expect(await pay(rows[0].number)).toMatch(/^Too many wrong tries\./);
    expect(await answerTo(newNumber(), `PAY 000000079444 ${rows[0].number}`)).toBe(english.voucherUnknown);
  });

  it('without a keyword is answered by help once an hour, so that no two machines talk for ever', async () => {
    const phone = newNumber();
    await answerTo(phone, 'What is this?');
    for (let count = 0; count < 5; count++) await text(phone, `Automatic reply ${count}`);
    expect(await answersTo(phone)).toHaveLength(1);
    now = new Date(now.getTime() + 61 * 60_000);
    await answerTo(phone, 'What is this?');
    expect(await answersTo(phone)).toHaveLength(2);
  });

  it('gets twenty answers a day, and STOP is heard all the same', async () => {
    const { phone, id } = await newCustomer();
    await answerTo(phone, 'START');
    for (let count = 0; count < 24; count++) await text(phone, 'BAL');
    expect(await answersTo(phone)).toHaveLength(20);
    await text(phone, 'STOP');
    expect(await answersTo(phone)).toHaveLength(20);
    const { rows } = await portal.pool.query('select given from consent_records where user_id = $1 order by id', [id]);
    expect(rows).toEqual([{ given: true }, { given: false }]);
  });

  it('that comes with others of its number at the same moment is counted with them', async () => {
    const [machine, { phone }] = [newNumber(), await newCustomer()];
    await Promise.all(Array.from({ length: 8 }, (_, count) => text(machine, `Automatic reply ${count}`)));
    expect(await answersTo(machine)).toHaveLength(1);
    for (let count = 0; count < 16; count++) await text(phone, 'BAL');
    await Promise.all(Array.from({ length: 8 }, () => text(phone, 'BAL')));
    expect(await answersTo(phone)).toHaveLength(20);
  });

  it('is never answered to a short code or a name', async () => {
    for (const sender of ['34567', 'MTN-Promo', '', '+1 212 555 0100']) await text(sender, 'BAL');
    const { rows } = await portal.pool.query(
      "select count(*)::int from outbox_messages where recipient in ('34567', 'MTN-Promo', '', '+12125550100')",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it.each([
    ['emoji', '😀'],
    ['another alphabet', 'баланс'],
    ['1,500 letters', 'x'.repeat(1500)],
    ['nothing', ''],
    ['NUL', '\0BAL'],
  ])('of %s is stored and acknowledged', async (_what, words) => {
    expect((await text(newNumber(), words)).statusCode).toBe(200);
  });
});

describe('a provider', () => {
  it('is believed with its token or signature alone', async () => {
    const phone = newNumber();
    expect((await text(phone, 'BAL', { token: 'wrong' })).statusCode).toBe(401);
    expect((await text(phone, 'BAL', { token: '' })).statusCode).toBe(401);
    const message = { type: 'inbound', id: '1', message_id: '1', sender: phone.slice(1), message: 'BAL' };
    expect((await termii(message, 'another secret')).statusCode).toBe(401);
    expect(await answersTo(phone)).toEqual([]);
  });

  it('may be Termii, whose reports of other texts come to the same address', async () => {
    const { phone } = await newCustomer();
    const inbound = {
      type: 'inbound',
      id: `T${ids++}`,
      message_id: '5',
      sender: phone.slice(1),
      message: 'BAL',
      cost: null,
    };
    expect((await termii(inbound)).json()).toEqual({ success: true });
    expect((await termii(inbound)).statusCode).toBe(200);
    expect(await answersTo(phone)).toEqual([english.noPlan]);
    await portal.pool.query(
      "update outbox_messages set sent_at = now(), provider = 'termii', provider_message_id = 'M1' where recipient = $1",
      [phone],
    );
    const report = { type: 'outbound', id: '9', message_id: 'M1', receiver: phone.slice(1), status: 'Delivered' };
    expect((await termii(report)).statusCode).toBe(200);
    const { rows } = await portal.pool.query('select delivery from outbox_messages where recipient = $1', [phone]);
    expect(rows).toEqual([{ delivery: 'delivered' }]);
  });

  it('is taken as far as it can be stored where a provider sends what is no letter', async () => {
    const [from, words] = [newNumber(), 'HELP'];
    const spoilt = (value: string) => `\0${value.slice(0, 2)}\0${value.slice(2)}`;
    expect((await text(spoilt(from), spoilt(words), { id: spoilt(`AT${ids++}`) })).statusCode).toBe(200);
    expect(await answersTo(from)).toHaveLength(1);
    expect((await text('\0', words)).statusCode).toBe(200);
  });

  it('is told where a text cannot be read', async () => {
    expect((await termii({ type: 'inbound', message: 'BAL' })).statusCode).toBe(422);
    expect((await termii([] as never)).statusCode).toBe(401);
  });
});

it.each([
  ['bal', 'balance', 'en'],
  ['  Bal!', 'balance', 'en'],
  ['OWÓ', 'balance', 'yo'],
  ['Ìṣòro okun mi', 'fault', 'yo'],
  ['matsala', 'fault', 'ha'],
  ["Ma'auni", 'balance', 'ha'],
  ['Ma’auni', 'balance', 'ha'],
  ['kwụọ 1234', 'pay', 'ig'],
  ['Kpọọ m', 'call', 'ig'],
  ['1. stop', 'stop', 'en'],
])('%s is the keyword %s in %s', (words, keyword, language) => {
  expect(readKeyword(words)).toMatchObject({ keyword, language });
});

it('the digits after a keyword are read without what people write between them', () => {
  expect(readKeyword('PAY 1234-5678 9012')?.digits).toBe('123456789012');
  expect(readKeyword('balance1')?.keyword).toBe('balance');
  expect(readKeyword('balanced')).toBeNull();
});
