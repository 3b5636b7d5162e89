import { type SmsVendors, startSmsVendors } from '@portal/sandbox/testing/sms-vendors';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { createStaff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { type PhoneTestbed, startPhoneTestbed } from '../../testing/testbeds/phone-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const NEW_PASSWORD = 'Kilishi-Drum-88';
const REQUEST = '/api/password-reset/request';
const SAME_FOR_ALL =
  'If an account has verified this number, we have texted it a link that sets a new password. It works for ten minutes.';

let bed: PhoneTestbed;
let numbers = 0;
const newNumber = () => `+23480377${String(7000 + numbers++).padStart(5, '0')}`;
const ask = (phone: unknown, address?: string) => bed.browser(address).post(REQUEST, { phone });
const textsTo = async (phone: string) => (await readMail(bed, phone)).filter(({ text }) => text.includes('/reset-'));
const newest = async (phone: string) => tokenIn((await textsTo(phone)).at(-1));
const setPassword = (token: string) =>
  bed.browser().post('/api/password-reset/confirm', { token, newPassword: NEW_PASSWORD });
const signIn = (email: string, password = NEW_PASSWORD) => bed.browser().post('/api/login', { email, password });

type Who = { readonly browser: TestBrowser; readonly id: number; readonly email: string; readonly phone: string };

async function withNumber(phone = newNumber(), verifiedAt = 'now()'): Promise<Who> {
  const browser = await bed.customer();
  const { id, email } = (await browser.get('/api/user')).json();
  await bed.rows(`update users set phone = $2, phone_verified_at = ${verifiedAt} where id = $1`, [id, phone]);
  return { browser, id, email, phone };
}

/** Moves the limits by number into the past. */
const passTime = async (interval: string) => {
  await bed.rows(
    'update link_mail_counts set last_mail_at = last_mail_at - $1::interval, ends_at = ends_at - $1::interval',
    [interval],
  );
  await bed.passTime(interval);
};

describe('a customer who forgot the password, and has a verified number', () => {
  beforeAll(async () => {
    bed = await startPhoneTestbed();
  });
  afterAll(() => bed.close());
  beforeEach(() => passTime('24 hours'));

  it('sets a new one with the link in a text, in whichever spelling they typed the number', async () => {
    const { browser, email, phone } = await withNumber();
    const answer = await ask(`0${phone.slice(4, 7)} ${phone.slice(7)}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: SAME_FOR_ALL }]);
    const [text] = await textsTo(phone);
    expect(text?.text).toMatch(/^[\w ]+: set a new password within 10 minutes: http:\/\/portal\.test\/reset-password#/);
    expect(text?.text.length).toBeLessThanOrEqual(160);
    expect((await setPassword(tokenIn(text))).statusCode).toBe(200);
    expect((await signIn(email, GOOD_PASSWORD)).statusCode).toBe(401);
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await readMail(bed, email)).map(({ subject }) => subject)).toContain('Your password was changed');
  });

  it('can use the link once, also when it is opened twice at the same moment', async () => {
    const { phone } = await withNumber();
    await ask(phone);
    const token = await newest(phone);
    const answers = await Promise.all([setPassword(token), setPassword(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  it('can use it for ten minutes', async () => {
    const { phone } = await withNumber();
    await ask(phone);
    const token = await newest(phone);
    const age = (interval: string) =>
      bed.rows('update account_tokens set expires_at = expires_at - $2::interval where phone = $1', [phone, interval]);
    await age('9 minutes 30 seconds');
    expect((await bed.browser().post('/api/password-reset/confirm', { token, newPassword: 'short' })).json().code).toBe(
      'request.invalid',
    );
    await age('30 seconds');
    expect((await setPassword(token)).json().code).toBe('account.link-expired');
  });

  it('who has no mailbox gets it for the account that signs in with the number', async () => {
    const staff = await createStaff(bed, { firstName: 'Ngozi', lastName: 'Eze' });
    const phone = newNumber();
    await staff.browser.post('/api/staff/customers', { firstName: 'Ada', lastName: 'Obi', phone });
    expect((await setPassword(await newest(phone))).statusCode).toBe(200);
    await withNumber(phone);
    await ask(phone);
    expect(await textsTo(phone)).toHaveLength(2);
    await setPassword(await newest(phone));
    expect((await signIn(phone)).statusCode).toBe(200);
  });

  it('gets it for the account that verified the number last, where several have, and reads which', async () => {
    const phone = newNumber();
    const [earlier, last] = [await withNumber(phone, "now() - interval '1 year'"), await withNumber(phone)];
    await ask(phone);
    const [domain] = last.email.split('@').slice(1);
    expect((await textsTo(phone)).at(-1)?.text).toContain(`a new password for ${last.email[0]}***@${domain} within`);
    await setPassword(await newest(phone));
    expect((await signIn(last.email)).statusCode).toBe(200);
    expect((await signIn(earlier.email, GOOD_PASSWORD)).statusCode).toBe(200);
  });

  it('gets at most one text a minute, and five in a day, whoever asks', async () => {
    const { phone } = await withNumber();
    await sendAtOnce(10, () => ask(phone));
    expect(await textsTo(phone)).toHaveLength(1);
    for (let time = 0; time < 8; time++) {
      await passTime('5 minutes');
      expect((await ask(phone)).json().message).toBe(SAME_FOR_ALL);
    }
    expect(await textsTo(phone)).toHaveLength(5);
    await passTime('24 hours');
    await ask(phone);
    expect(await textsTo(phone)).toHaveLength(6);
  });
});

describe('a request for somebody else’s number', () => {
  beforeAll(async () => {
    bed = await startPhoneTestbed();
  });
  afterAll(() => bed.close());
  beforeEach(() => passTime('24 hours'));

  const strangers = async () => {
    const known = (await withNumber()).phone;
    const unverified = (await withNumber(newNumber(), 'null')).phone;
    const disabled = await withNumber();
    await bed.rows('update users set disabled = true where id = $1', [disabled.id]);
    const staff = await withNumber();
    await bed.rows("update users set role = 'admin' where id = $1", [staff.id]);
    return { known, others: [newNumber(), unverified, disabled.phone, staff.phone] };
  };

  it('gets the same answer, byte for byte, and a text only where it is a customer’s', async () => {
    const { known, others } = await strangers();
    const answers = [await ask(known)];
    for (const phone of others) answers.push(await ask(phone));
    const shown = answers.map(({ statusCode, headers: { date, 'x-request-id': id, ...headers }, payload }) => ({
      statusCode,
      headers,
      payload,
    }));
    for (const answer of shown) expect(answer).toEqual(shown[0]);
    expect(await textsTo(known)).toHaveLength(1);
    for (const phone of others) expect(await textsTo(phone)).toEqual([]);
  });

  it('does the same work, so that timing reveals nothing', async () => {
    const { known, others } = await strangers();
    const submitted = vi.spyOn(pg.Query.prototype, 'submit');
    const workFor = async (phone: string): Promise<string[]> => {
      submitted.mockClear();
      await ask(phone);
      const statements = submitted.mock.contexts.map((one) => JSON.stringify(Reflect.get(Object(one), 'text')));
      return statements.map((text) => text.replace(/(release|rollback to) savepoint/, 'end of savepoint'));
    };
    const [unknown, unverified, disabled, staff] = others;
    const first = await workFor(known);
    expect(first.join()).toMatch(/insert into \\"outbox_messages/);
    for (const phone of [unknown, unverified, staff, disabled]) expect(await workFor(phone ?? '')).toEqual(first);
    const repeated = await workFor(known);
    expect(await workFor(unknown ?? '')).toEqual(repeated);
    submitted.mockRestore();
  });

  it('stores neither a link nor the number of a stranger', async () => {
    const phone = newNumber();
    await ask(phone);
    expect(await bed.rows('select 1 from outbox_messages where recipient = $1', [phone])).toEqual([]);
    expect(await bed.rows('select 1 from phone_codes where phone = $1', [phone])).toEqual([]);
  });

  it('is refused in a sentence where it is no Nigerian mobile number, or an address besides', async () => {
    for (const phone of ['+447911123456', 'nobody', '0700 123 4567', '01 234 5678']) {
      expect((await ask(phone)).json(), phone).toMatchObject({ code: 'phone.not-nigerian-mobile' });
    }
    const ONE = 'Enter an email address or a telephone number.';
    for (const body of [{}, { email: 'a@mail.example', phone: newNumber() }, { phone: 7 }, { phone: '' }]) {
      const answer = await bed.browser().post(REQUEST, body);
      expect([answer.statusCode, answer.json().code], JSON.stringify(body)).toEqual([422, 'request.invalid']);
    }
    expect((await bed.browser().post(REQUEST, {})).json().errors).toEqual({ email: ONE });
  });
});

describe('the limits of texts', () => {
  afterEach(() => bed.close());

  it('count links and codes together: to a number, from an address and in a day', async () => {
    bed = await startPhoneTestbed({ env: { PHONE_CODES_PER_ADDRESS_PER_HOUR: '2', PHONE_CODES_PER_DAY: '4' } });
    const who = [await withNumber(), await withNumber(), await withNumber(), await withNumber(), await withNumber()];
    for (const { phone } of who.slice(0, 3)) await ask(phone, '102.89.1.1');
    expect(await textsTo(who[2]?.phone ?? '')).toEqual([]);
    for (const { phone } of who.slice(3)) await ask(phone, '102.89.2.1');
    expect(await textsTo(who[4]?.phone ?? '')).toHaveLength(1);
    expect(bed.logged()).toContain('ALARM: an SMS code budget is used up');
    const browser = await bed.customer('102.89.3.1');
    expect((await bed.send(browser, newNumber())).json().code).toBe('phone.too-many-codes');
  });

  it('are not used up by numbers that are nobody’s', async () => {
    bed = await startPhoneTestbed({ env: { PHONE_CODES_PER_DAY: '3' } });
    for (let time = 0; time < 6; time++) await ask(newNumber());
    const { phone } = await withNumber();
    await ask(phone);
    expect(await textsTo(phone)).toHaveLength(1);
  });
});

describe('while the text service is down', () => {
  let vendors: SmsVendors;
  beforeEach(async () => {
    vendors = await startSmsVendors();
    bed = await startPhoneTestbed({ vendors });
  });
  afterEach(async () => {
    await bed.close();
    await vendors[Symbol.asyncDispose]();
  });

  it('the answer is the same, and the text is sent when it is back', async () => {
    for (const vendor of ['termii', 'africas-talking'] as const) vendors.behave(vendor, 'error');
    const { phone } = await withNumber();
    expect((await ask(phone)).json()).toEqual({ success: true, message: SAME_FOR_ALL });
    const tried = () =>
      bed.rows('select 1 from outbox_messages where recipient = $1 and failed_at is not null', [phone]);
    await vi.waitFor(async () => expect(await tried()).toHaveLength(1), { timeout: 20_000 });
    for (const vendor of ['termii', 'africas-talking'] as const) vendors.behave(vendor, 'take');
    await bed.passTime('60 seconds');
    expect(await bed.deliverDue()).toBe(1);
    expect(vendors.received.at(-1)?.text).toContain('/reset-password#token=');
  });
});
