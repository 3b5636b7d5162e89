import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendAtOnce, untilServed } from '../../testing/send-at-once.ts';
import { type PhoneTestbed, startPhoneTestbed } from '../../testing/testbeds/phone-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const ENGLISH =
  '{code} is your {brandName} verification code. It works for 5 minutes. Never give it to anyone, not even to us.';
const YORUBA = '{code} ni kóòdù ìfìdímúlẹ̀ {brandName} rẹ.';
let bed: PhoneTestbed;
const opened: PhoneTestbed[] = [];
beforeAll(async () => {
  bed = await startPhoneTestbed({ noticeTexts: { yo: { [ENGLISH]: YORUBA } } });
});
beforeEach(async () => {
  await bed.rows('delete from phone_codes');
});
afterEach(async () => {
  for (const strict of opened.splice(0)) await strict.close();
});
afterAll(() => bed.close());

/** An installation with settings of its own, until the end of the test. */
async function openWith(env: NodeJS.ProcessEnv): Promise<PhoneTestbed> {
  const testbed = await startPhoneTestbed({ env });
  opened.push(testbed);
  return testbed;
}

let numbers = 0;
/** A number that no test used before, with few others in its block. */
function newNumber(): string {
  numbers++;
  return `+234803${String(numbers % 1000).padStart(3, '0')}${1000 + Math.floor(numbers / 1000)}`;
}

async function statuses(answers: Promise<{ statusCode: number }>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}
const counted = (all: number[], status: number) => all.filter((one) => one === status).length;

describe('requesting a code', () => {
  it('sends six digits to the number, in whatever spelling, and answers only with the number and the expiry', async () => {
    const who = await bed.customer();
    const answer = await bed.send(who, '0803 765 4321');
    expect(answer.statusCode).toBe(200);
    const { expiresAt, ...rest } = answer.json();
    expect(rest).toEqual({ success: true, message: 'OTP Sent Successfully', phoneNumber: '+2348037654321' });
    expect(
      await bed.rows('select extract(epoch from expires_at - created_at)::int as life, expires_at from phone_codes'),
    ).toEqual([{ life: 300, expires_at: new Date(expiresAt) }]);
    const code = await bed.codeFor('+2348037654321');
    expect(code).toMatch(/^\d{6}$/);
    expect(answer.body).not.toContain(code);
  });

  it('shows it in the outbox of a machine without a provider', async () => {
    const who = await bed.customer();
    const phone = newNumber();
    await bed.send(who, phone);
    const outbox = await bed.app.inject({ url: `/sandbox/outbox?to=${encodeURIComponent(phone)}` });
    expect(outbox.json()).toMatchObject([{ channel: 'sms', to: phone, text: expect.stringMatching(/^\d{6} is your/) }]);
  });

  it('sends it in the language that the customer chose', async () => {
    const who = await bed.customer();
    await who.put('/api/user/language', { language: 'yo' });
    const phone = newNumber();
    await bed.send(who, phone);
    const [sms] = await bed.rows('select text from outbox_messages where recipient = $1', [phone]);
    expect(sms?.text).toMatch(/^\d{6} ni kóòdù ìfìdímúlẹ̀ \S.* rẹ\.$/);
    expect((await bed.verify(who, phone, await bed.codeFor(phone))).statusCode).toBe(200);
  });

  it.each(['0800 123 4567', '0201 234 5678', '+44 7911 123456', '+1 900 555 0123', '12345', 'phone'])(
    'is refused for what is no Nigerian mobile number, with the reason at the field: %s',
    async (phoneNumber) => {
      const answer = await bed.send(await bed.customer(), phoneNumber);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'phone.not-nigerian-mobile',
        errors: { phoneNumber: 'Enter a Nigerian mobile number, such as 0803 123 4567.' },
      });
      expect(await bed.rows('select 1 from phone_codes')).toEqual([]);
    },
  );

  it('without a number says what is missing', async () => {
    const answer = await bed.send(await bed.customer(), '   ');
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ phoneNumber: 'Please enter your phone number' });
  });

  it('gets the same answer whether or not somebody has verified the number', async () => {
    const [owner, otherCustomer] = [await bed.customer(), await bed.customer()];
    const known = newNumber();
    await bed.send(owner, known);
    expect((await bed.verify(owner, known, await bed.codeFor(known))).statusCode).toBe(200);
    const toKnown = await bed.send(otherCustomer, known);
    const toUnknown = await bed.send(otherCustomer, newNumber());
    const shape = (answer: typeof toKnown) => [
      answer.statusCode,
      { ...answer.json(), phoneNumber: '', expiresAt: '' },
      Object.keys(answer.headers).sort(),
    ];
    expect(shape(toKnown)).toEqual(shape(toUnknown));
  });
});

describe('one phone number', () => {
  it('gets three codes in ten minutes, whoever requests them and however it is spelt', async () => {
    const phone = newNumber();
    const local = `0${phone.slice(4)}`;
    const [one, two] = [await bed.customer('198.51.100.1'), await bed.customer('203.0.113.1')];
    const asked = [bed.send(one, phone), bed.send(two, local), bed.send(one, `00${phone.slice(1)}`)];
    expect(await statuses(asked)).toEqual([200, 200, 200]);
    const fourth = await bed.send(two, `+234 ${local}`);
    expect(fourth.statusCode).toBe(429);
    expect(fourth.json()).toMatchObject({ code: 'phone.too-many-codes' });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(fourth.headers['retry-after'])).toBeLessThanOrEqual(600);
    await bed.passTime('10 minutes');
    expect((await bed.send(two, phone)).statusCode).toBe(200);
  });

  it('gets three when thirty customers request one at the same moment', async () => {
    const phone = newNumber();
    const people = await Promise.all(Array.from({ length: 30 }, (_, index) => bed.customer(`198.51.${index}.1`)));
    const all = await statuses(people.map((who) => untilServed(() => bed.send(who, phone))));
    expect([counted(all, 200), counted(all, 429)]).toEqual([3, 27]);
  });

  it('gets ten codes a day', async () => {
    const phone = newNumber();
    const who = await bed.customer();
    for (let code = 0; code < 10; code++) {
      expect((await bed.send(who, phone)).statusCode, `code ${code}`).toBe(200);
      await bed.passTime('11 minutes');
    }
    const eleventh = await bed.send(who, phone);
    expect(eleventh.statusCode).toBe(429);
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(20 * 3600);
    expect((await bed.send(who, newNumber())).statusCode).toBe(200);
    await bed.passTime('24 hours');
    expect((await bed.send(who, phone)).statusCode).toBe(200);
  });
});

describe('SMS pumping', () => {
  it('of a thousand numbers by one customer sends five texts in an hour', async () => {
    const strict = await openWith({ PHONE_CODES_PER_USER_PER_HOUR: '5' });
    const who = await strict.customer();
    const all: number[] = [];
    for (let round = 0; round < 20; round++) {
      const answers = await sendAtOnce(50, () => strict.send(who, newNumber()));
      all.push(...answers.map(({ statusCode }) => statusCode));
    }
    expect([counted(all, 200), counted(all, 429)]).toEqual([5, 995]);
    expect(await strict.rows("select count(*)::int as texts from outbox_messages where channel = 'sms'")).toEqual([
      { texts: 5 },
    ]);
    expect((await strict.send(await strict.customer(), newNumber())).statusCode).toBe(200);
  });

  it('with many accounts is stopped at the IP addresses that they share', async () => {
    const strict = await openWith({ PHONE_CODES_PER_ADDRESS_PER_HOUR: '7' });
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => strict.customer(`192.0.2.${index}`)));
    const all = await statuses(people.map((who) => untilServed(() => strict.send(who, newNumber()))));
    expect([counted(all, 200), counted(all, 429)]).toEqual([7, 13]);
    expect((await strict.send(await strict.customer('192.0.3.1'), newNumber())).statusCode).toBe(200);
  });

  it('of neighbouring numbers stops at the budget of their block, with an alarm in the log', async () => {
    const strict = await openWith({ PHONE_CODES_PER_BLOCK_PER_DAY: '5' });
    const who = await strict.customer();
    const block = '+234806555';
    const all: number[] = [];
    for (let index = 0; index < 8; index++) all.push((await strict.send(who, `${block}000${index}`)).statusCode);
    expect(all).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await strict.send(who, '+2348065560000')).statusCode).toBe(200);
    const alarms = strict.logged().match(/.*SMS code budget.*/g) ?? [];
    expect(alarms.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, budget: 'blockDay', codes: 4, block },
      { level: 50, budget: 'blockDay', codes: 5, block },
    ]);
  });

  it('of the whole country stops at the daily budget, with an alarm in the log', async () => {
    const strict = await openWith({ PHONE_CODES_PER_DAY: '10' });
    const people = await Promise.all(Array.from({ length: 25 }, (_, index) => strict.customer(`10.0.${index}.1`)));
    const all = await statuses(people.map((who) => untilServed(() => strict.send(who, newNumber()))));
    expect([counted(all, 200), counted(all, 429)]).toEqual([10, 15]);
    expect(strict.logged().match(/ALARM: an SMS code budget/g)).toHaveLength(1);
  });
});

describe('in production without a provider', () => {
  it('no code is created, since it could not be delivered', async () => {
    const env = {
      NODE_ENV: 'production',
      SESSION_SECRET: 'a-secret-of-these-tests-0123456789',
      PUBLIC_URL: 'https://waya.example',
    };
    const strict = await openWith(env);
    const answer = await strict.send(await strict.customer(), newNumber());
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe('phone.sending-failed');
    expect(await strict.rows('select 1 from phone_codes')).toEqual([]);
    expect(await strict.rows("select 1 from outbox_messages where channel = 'sms'")).toEqual([]);
  });
});
