import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { english } from '../menu/texts/menu-texts.en.ts';
import { hausa } from '../menu/texts/menu-texts.ha.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const KEY = 'the key of the callback';
let now = new Date('2026-12-01T09:00:00Z');
let portal: TestPortal;
beforeAll(async () => {
  const config = readConfig({ USSD_CODE: '*347*100#', USSD_CALLBACK_SECRET: KEY });
  portal = await startTestPortal({ clock: () => now, config: { ...config, limits: HIGH_LIMITS } });
});
afterAll(() => portal.close());

let dials = 0;
const newSession = () => `ATUid_${dials++}`;
let numbers = 0;
const newNumber = () => `+23480312${String(10_000 + numbers++)}`;

const ask = (sessionId: string, phoneNumber: string, text: string, key: string = KEY) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(key)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      sessionId,
      serviceCode: '*347*100#',
      phoneNumber,
      networkCode: '62130',
      text,
    }).toString(),
  });
const screen = async (...request: Parameters<typeof ask>) => (await ask(...request)).body;

/** Dials, and types one entry after the other as a gateway sends them. */
async function dial(phone: string, ...typed: string[]) {
  const session = newSession();
  let answer = await screen(session, phone, '');
  for (let count = 1; count <= typed.length; count++) {
    answer = await screen(session, phone, typed.slice(0, count).join('*'));
  }
  return answer;
}

type Person = { readonly id: number; readonly browser: TestBrowser; readonly phone: string; readonly number: string };

async function newCustomer({ isVerified = true }: { readonly isVerified?: boolean } = {}): Promise<Person> {
  const browser = portal.browser();
  const { user } = (await browser.register({ firstName: 'Amaka', lastName: 'Obi' })).json();
  const id = Number(user.id);
  const phone = newNumber();
  await portal.pool.query('update users set phone = $2, phone_verified_at = $3 where id = $1', [
    id,
    phone,
    isVerified ? now : null,
  ]);
  const { rows } = await portal.pool.query('select number from accounts where id = $1', [id]);
  return { id, browser, phone, number: rows[0].number };
}

/** A plan that was paid, until a moment. */
async function subscribe({ id }: Person, until: string, status = 'active'): Promise<void> {
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, monthly_fee, anchor_day, paid_periods, created_at, updated_at)
     select $1, p.id, $3, now(), $2, p.price, 1, 1, now(), now() from service_plans p where p.name = 'Premium Fiber 100Mbps'`,
    [id, until, status],
  );
}

const setPin = (of: Person, pin: string) => of.browser.put('/api/user/phone-pin', { pin });
const textsTo = async (phone: string) =>
  (
    await portal.pool.query("select text from outbox_messages where channel = 'sms' and recipient = $1 order by id", [
      phone,
    ])
  ).rows.map(({ text }) => text as string);
const linksOf = async (id: number) =>
  (await portal.pool.query('select * from payment_links where user_id = $1', [id])).rows;
const callsOf = async (id: number) =>
  (await portal.pool.query('select * from call_backs where user_id = $1', [id])).rows;

describe('a USSD gateway', () => {
  it('is let in with the key of the callback alone, and gets plain text', async () => {
    for (const key of ['', 'another key', `${KEY}x`]) {
      const refused = await ask(newSession(), newNumber(), '', key);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).not.toContain('Balance');
    }
    const answer = await ask(newSession(), newNumber(), '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(/^CON Waya Fibre\n1 Balance\n2 Pay/);
  });

  it('finds nothing where the operator has no USSD', async () => {
    const off = await startTestPortal();
    const answer = await off.app.inject({ method: 'POST', url: `/api/webhooks/ussd/africas-talking?key=${KEY}` });
    expect(answer.statusCode).toBe(404);
    await off.close();
  });

  it('of an unknown name is not found, and a request without its fields ends with an apology', async () => {
    const url = `/api/webhooks/ussd/nobody?key=${encodeURIComponent(KEY)}`;
    expect((await portal.app.inject({ method: 'POST', url })).statusCode).toBe(404);
    const empty = await portal.app.inject({ method: 'POST', url: url.replace('nobody', 'africas-talking') });
    expect([empty.statusCode, empty.body]).toEqual([200, `END ${english.tryLater}`]);
  });
});

describe('a customer with a verified number', () => {
  it('hears what is due, what comes next and when', async () => {
    const paid = await newCustomer();
    await subscribe(paid, '2026-12-20T11:00:00Z');
    expect(await dial(paid.phone, '1')).toBe(
      `END Amaka Obi ${paid.number}\nNothing to pay now. Next: N25,000 on 20/12/2026.`,
    );
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    expect(await dial(owing.phone, '1')).toBe(`END Amaka Obi ${owing.number}\nTo pay now: N25,000.`);
    const without = await newCustomer();
    expect(await dial(without.phone, '1')).toContain(english.noPlan);
  });

  it('is texted a link that pays what is due, once, and cheap enough for one part', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    expect(await dial(owing.phone, '2', '2')).toMatch(/^END A link to pay N25,000 comes to 0803/);
    const [text = ''] = await textsTo(owing.phone);
    expect(text).toMatch(
      /^Waya Fibre: pay N25,000 here, once, by \d\d\/12\/2026: http:\/\/portal\.test\/pay#[\w-]{43}$/,
    );
    const token = text.split('#')[1];
    const shown = (await portal.browser().post('/api/payment-links/read', { token })).json();
    expect(shown).toMatchObject({ state: 'open', bill: { amount: 25_000 } });
    const audits = await portal.pool.query(
      "select actor_id, actor_kind, actor_program from audit_records where action = 'payment-link.create' and subject = $1",
      [`customer:${owing.id}`],
    );
    expect(audits.rows).toEqual([{ actor_id: owing.id, actor_kind: 'channel', actor_program: 'USSD session' }]);
  });

  it('gets five links a day at most', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    for (let count = 0; count < 5; count++) await dial(owing.phone, '2', '2');
    expect(await dial(owing.phone, '2', '2')).toMatch(/^END We cannot make a link/);
    expect(await textsTo(owing.phone)).toHaveLength(5);
  });

  it('asks for a call, which staff see once until it is done', async () => {
    const person = await newCustomer();
    expect(await dial(person.phone, '5')).toMatch(/^END We will call you on 0803/);
    expect(await dial(person.phone, '5')).toMatch(/^END We know already/);
    const [call, ...others] = await callsOf(person.id);
    expect(others).toEqual([]);
    expect(call.about).toContain(person.phone);
  });

  it('hears why the line is off, or since when it is on', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    expect(await dial(owing.phone, '4')).toBe(`END ${english.lineUnpaid}`);
    const unseen = await newCustomer();
    await subscribe(unseen, '2026-12-20T11:00:00Z');
    expect(await dial(unseen.phone, '4')).toBe(`END ${english.lineUnknown}`);
    await portal.pool.query(
      `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, started_at, last_event_at, last_packet_at, counted)
       values ($1::text, 0, $2::int, 'x', 'x', '10.0.0.1', '1', $3::timestamptz - interval '2 hours', $3, $3, '{}')`,
      [`s${unseen.id}`, unseen.id, now.toISOString()],
    );
    expect(await dial(unseen.phone, '4')).toBe('END Your line is paid and on since 01/12 08:00.');
  });

  it('chooses a language, which the next dial, their texts and their pages have too', async () => {
    const person = await newCustomer();
    expect(await dial(person.phone, '6', '3')).toMatch(/^CON Waya Fibre\n1 Ma'auni/);
    expect(await dial(person.phone, '9')).toContain(hausa.notListed);
    const { rows } = await portal.pool.query('select language from notification_choices where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ language: 'ha' }]);
  });

  it('chooses between the accounts of everybody whose number it is', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()];
    await portal.pool.query('update users set phone = $2 where id = $1', [other.id, one.phone]);
    await subscribe(other, '2026-12-20T11:00:00Z');
    expect(await dial(one.phone, '1')).toMatch(/^CON Which account\?\n1 Amaka Obi \d{10}\n2 Amaka Obi \d{10}\n0 Back$/);
    expect(await dial(one.phone, '1', '2')).toContain(other.number);
  });
});

describe('somebody else', () => {
  it('hears of outages, chooses a language, and is known by nothing else', async () => {
    const stranger = newNumber();
    expect(await dial(stranger, '3')).toBe(`END ${english.noOutage}`);
    for (const task of ['1', '4', '5']) expect(await dial(stranger, task)).toContain(english.askAccount);
    expect(await dial(stranger, '2')).toContain(english.askPayee);
    expect(await dial(stranger, '6', '3')).toContain("Ma'auni");
    expect(await dial(stranger)).toContain("Ma'auni");
  });

  it('is the customer with account number and PIN, for this session', async () => {
    const person = await newCustomer();
    await subscribe(person, '2026-12-20T11:00:00Z');
    expect((await setPin(person, '2580')).statusCode).toBe(200);
    const stranger = newNumber();
    expect(await dial(stranger, '1', person.number, '2580')).toContain('Next: N25,000');
    expect(await dial(stranger, '5', person.number, '2580')).toMatch(/^END We will call you on 0803/);
    expect(await callsOf(person.id)).toHaveLength(1);
    expect(await textsTo(person.phone)).toEqual([]);
    expect(await dial(stranger, '1')).toContain(english.askAccount);
  });

  it('learns nothing of which account numbers exist', async () => {
    const person = await newCustomer();
    const answers = [
      await dial(newNumber(), '1', person.number, '1593'),
      await dial(newNumber(), '1', '9999999999', '1593'),
    ];
    expect(answers[0]).toContain(english.wrongPin);
    expect(answers[0]).toBe(answers[1]);
  });

  it('tries ten numbers of nobody to pay for, then waits, and nobody else does', async () => {
    const person = await newCustomer();
    const thief = newNumber();
    for (let count = 0; count < 10; count++) {
      expect(await dial(thief, '2', `99999999${10 + count}`)).toContain(english.noSuchAccount);
    }
    expect(await dial(thief, '2', person.number)).toMatch(/^END Too many wrong tries\./);
    expect(await dial(newNumber(), '2', person.number)).toMatch(/^CON For A\*/);
    now = new Date(now.getTime() + 16 * 60_000);
    expect(await dial(thief, '2', person.number)).toMatch(/^CON For A\*/);
  });

  it('whose number was never verified is nobody', async () => {
    const person = await newCustomer({ isVerified: false });
    expect(await dial(person.phone, '1')).toContain(english.askAccount);
  });
});

describe('a PIN', () => {
  it('of four digits in a row or all alike is refused, and none is stored in the clear', async () => {
    const person = await newCustomer();
    for (const pin of ['1111', '1234', '9876']) {
      expect((await setPin(person, pin)).json()).toMatchObject({ code: 'phone-pin.too-simple' });
    }
    for (const pin of ['12', 'abcd', '12345']) expect((await setPin(person, pin)).statusCode).toBe(422);
    await setPin(person, '2580');
    await dial(newNumber(), '1', person.number, '2580');
    const { rows } = await portal.pool.query('select * from phone_pins, ussd_sessions');
    expect(JSON.stringify(rows)).not.toContain('2580');
    expect((await person.browser.get('/api/user/phone-pin')).json()).toEqual({ setAt: expect.any(String) });
    expect((await person.browser.delete('/api/user/phone-pin')).statusCode).toBe(200);
    expect(await dial(newNumber(), '1', person.number, '2580')).toContain(english.wrongPin);
  });

  it('is guessed five times by a telephone, then not for a while, and nobody else waits', async () => {
    const person = await newCustomer();
    await subscribe(person, '2026-12-20T11:00:00Z');
    await setPin(person, '2580');
    const [friend, thief] = [newNumber(), newNumber()];
    expect(await dial(friend, '1', person.number, '2580')).toContain('Next');
    const guesses = ['1470', '3691', '1590', '7530', '8520', '2580'];
    const answers = [];
    for (const guess of guesses) answers.push(await dial(thief, '1', person.number, guess));
    expect(answers.slice(0, 5).every((answer) => answer.includes(english.wrongPin))).toBe(true);
    expect(answers[5]).toMatch(/^END Too many wrong tries\. Try again in \d+ minutes/);
    expect(await dial(friend, '1', person.number, '2580')).toContain('Next');
    expect(await dial(person.phone, '1')).toContain('Next');
    now = new Date(now.getTime() + 16 * 60_000);
    expect(await dial(thief, '1', person.number, '2580')).toContain('Next');
  });

  it('is not found from many telephones either, and who has proved the account before goes on', async () => {
    const person = await newCustomer();
    await subscribe(person, '2026-12-20T11:00:00Z');
    await setPin(person, '2580');
    const friend = newNumber();
    await dial(friend, '1', person.number, '2580');
    for (let count = 0; count < 30; count++) await dial(newNumber(), '1', person.number, '1593');
    expect(await dial(newNumber(), '1', person.number, '2580')).toMatch(/^END Too many/);
    expect(await dial(friend, '1', person.number, '2580')).toContain('Next');
    expect(await dial(person.phone, '1')).toContain('Next');
  });

  it('of somebody who has left the account opens nothing, also in a session that goes on', async () => {
    const person = await newCustomer();
    await setPin(person, '2580');
    await portal.pool.query("insert into lines (id, account_id) values (nextval('users_id_seq'), $1)", [person.id]);
    const [phone, session] = [newNumber(), newSession()];
    const typed = ['4', person.number, '2580'];
    expect(await screen(session, phone, typed.join('*'))).toMatch(/^CON Which line/);
    await portal.pool.query('update users set disabled = true where id = $1', [person.id]);
    expect(await screen(session, phone, [...typed, '2'].join('*'))).toMatch(/^END This session is over/);
  });
});

describe('a session', () => {
  it('is answered with the same screen for the same text, and does nothing twice', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    const session = newSession();
    await screen(session, owing.phone, '');
    await screen(session, owing.phone, '2');
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await screen(session, owing.phone, '2*2'));
    expect(new Set(answers).size).toBe(1);
    expect(await linksOf(owing.id)).toHaveLength(1);
    expect(await textsTo(owing.phone)).toHaveLength(1);
    // One that was on its way for long.
    expect(await screen(session, owing.phone, '2')).toBe(answers[0]);
    expect(await screen(session, owing.phone, '2*2*2')).toMatch(/^END This session is over/);
    expect(await linksOf(owing.id)).toHaveLength(1);
  });

  it('does a thing once for requests that come at the same time', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    const session = newSession();
    const answers = await Promise.all(Array.from({ length: 6 }, () => screen(session, owing.phone, '2*2')));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^END A link to pay/);
    expect(await linksOf(owing.id)).toHaveLength(1);
    const call = newSession();
    await Promise.all(Array.from({ length: 6 }, () => screen(call, owing.phone, '5')));
    expect(await callsOf(owing.id)).toHaveLength(1);
  });

  it('of another telephone is refused without a word about its owner', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    await dial(owing.phone, '6', '3');
    const session = newSession();
    await screen(session, owing.phone, '2');
    for (const text of ['', '2', '2*2']) {
      const answer = await screen(session, newNumber(), text);
      expect(answer).toBe('END This session is over. Please dial *347*100# again.');
    }
    expect(await linksOf(owing.id)).toEqual([]);
    expect(await screen(session, owing.phone, '2*2')).toMatch(/^END Link na biyan N25,000/);
  });

  it('ends for entries that do not go on from those that were taken, and does nothing by them', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    const session = newSession();
    await screen(session, owing.phone, '2');
    expect(await screen(session, owing.phone, '5*2')).toMatch(/^END This session is over/);
    expect([await linksOf(owing.id), await callsOf(owing.id)]).toEqual([[], []]);
    expect(await screen(session, owing.phone, '2*2')).toMatch(/^END A link to pay/);
  });

  it('is hung up by its own telephone alone', async () => {
    const [caller, other] = [newNumber(), newNumber()];
    const session = newSession();
    const hangUp = (phoneNumber: string) =>
      portal.app.inject({
        method: 'POST',
        url: `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(KEY)}`,
        payload: new URLSearchParams({ sessionId: session, phoneNumber, status: 'Incomplete', input: '1' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await screen(session, caller, '1');
    expect((await hangUp(other)).statusCode).toBe(200);
    expect(await screen(session, caller, '1*0')).toMatch(/^CON Waya Fibre\n1 Balance/);
    await hangUp(caller);
    expect(await screen(session, caller, '1*0*1')).toMatch(/^END This session is over/);
  });

  it('that was cut costs nothing: the same is done in the next one', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    const cut = newSession();
    await screen(cut, owing.phone, '');
    await screen(cut, owing.phone, '2');
    const notice = new URLSearchParams({ sessionId: cut, phoneNumber: owing.phone, status: 'Incomplete', input: '2' });
    const ended = await portal.app.inject({
      method: 'POST',
      url: `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(KEY)}`,
      payload: notice.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([ended.statusCode, ended.body]).toEqual([200, '']);
    const { rows } = await portal.pool.query(
      'select end_reason from ussd_sessions where phone = $1 order by id desc limit 1',
      [owing.phone],
    );
    expect(rows).toEqual([{ end_reason: 'hung-up' }]);
    expect(await dial(owing.phone, '2', '2')).toMatch(/^END A link to pay/);
  });

  it('may begin with everything typed at once, and with a step that was lost on the way', async () => {
    const person = await newCustomer();
    await subscribe(person, '2026-12-20T11:00:00Z');
    expect(await screen(newSession(), person.phone, '1')).toContain('Next');
    const session = newSession();
    await screen(session, person.phone, '');
    expect(await screen(session, person.phone, '6*3')).toContain("Ma'auni");
  });

  it('of a number that was given to another account shows the new one, also in its middle', async () => {
    const [before, after] = [await newCustomer(), await newCustomer({ isVerified: false })];
    await subscribe(before, '2026-11-20T11:00:00Z', 'suspended');
    const session = newSession();
    expect(await screen(session, before.phone, '2')).toContain(before.number);
    await portal.pool.query('update users set phone_verified_at = null where id = $1', [before.id]);
    await portal.pool.query('update users set phone = $2, phone_verified_at = $3 where id = $1', [
      after.id,
      before.phone,
      now,
    ]);
    expect(await screen(session, before.phone, '2*2')).toMatch(/^END This session is over/);
    expect(await linksOf(before.id)).toEqual([]);
    expect(await dial(before.phone, '1')).toContain(after.number);
  });

  it.each([
    ['500 letters', 'x'.repeat(500)],
    ['500 stars', '*'.repeat(500)],
    ['stars and digits', '**1**2**'],
    ['emoji', '😀🎉'],
    ['Arabic', 'مرحبا'],
    ['Yorùbá', 'ẹ kú iṣẹ́'],
    ['NUL', '\0\0'],
    ['a line break', '1\n2'],
    ['a hash at the end', '1#'],
  ])('with %s is answered by a screen in its language', async (_what, text) => {
    const person = await newCustomer();
    await dial(person.phone, '6', '3');
    const answer = await ask(newSession(), person.phone, text);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^(CON|END) \S/);
    expect(answer.body.length).toBeLessThanOrEqual(182);
    expect(answer.body).not.toContain('Choose');
  });

  it('of what is no telephone ends', async () => {
    for (const phone of ['', 'Bank', '+', '12', "'; drop table users; --"]) {
      expect(await screen(newSession(), phone, '')).toMatch(/^END /);
    }
  });
});

describe('the second gateway', () => {
  const hollaTags = async (fields: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
    const parameters = new URLSearchParams(fields).toString();
    const key = encodeURIComponent(KEY);
    const answer = await portal.app.inject(
      method === 'GET'
        ? { method, url: `/api/webhooks/ussd/hollatags?key=${key}&${parameters}` }
        : {
            method,
            url: `/api/webhooks/ussd/hollatags?key=${key}`,
            payload: parameters,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
    );
    return answer.body === '' ? null : answer.json();
  };

  it('sends the last entry alone, by address or form, and gets JSON', async () => {
    const person = await newCustomer();
    await subscribe(person, '2026-12-20T11:00:00Z');
    const session = { session_id: newSession(), session_msisdn: person.phone.slice(1), session_from: '*347*100#' };
    const first = await hollaTags({
      ...session,
      session_operation: 'begin',
      session_type: '1',
      session_msg: '*347*100#',
    });
    expect(first).toMatchObject({ session_operation: 'continue', session_type: 1, session_id: session.session_id });
    expect(first.session_msg).toMatch(/^Waya Fibre\r\n1 Balance/);
    const second = await hollaTags({ ...session, session_operation: 'continue', session_msg: '1' }, 'POST');
    expect(second).toMatchObject({ session_operation: 'end', session_type: 4 });
    expect(second.session_msg).toContain('Next: N25,000');
  });

  it('does a thing once although it cannot say which request is a repeat', async () => {
    const owing = await newCustomer();
    await subscribe(owing, '2026-11-20T11:00:00Z', 'suspended');
    const session = { session_id: newSession(), session_msisdn: owing.phone.slice(1) };
    await hollaTags({ ...session, session_operation: 'begin', session_msg: '*347*100#' });
    await hollaTags({ ...session, session_operation: 'continue', session_msg: '2' });
    const answers = [];
    for (let count = 0; count < 3; count++) {
      answers.push((await hollaTags({ ...session, session_operation: 'continue', session_msg: '2' })).session_msg);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await linksOf(owing.id)).toHaveLength(1);
    expect(await hollaTags({ ...session, session_operation: 'end', session_msg: '' })).toBeNull();
  });
});
