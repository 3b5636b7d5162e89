import { AFRICAS_TALKING_KEY, type SmsVendors, startSmsVendors, TERMII_KEY } from '@portal/sandbox/testing/sms-vendors';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PhoneTestbed, startPhoneTestbed } from '../../testing/testbeds/phone-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const PHONE = '+2348031234567';
const TIMEOUT_MS = 2000;

let vendors: SmsVendors;
let bed: PhoneTestbed;
beforeEach(async () => {
  vendors = await startSmsVendors();
  bed = await startPhoneTestbed({ vendors, timeoutMs: TIMEOUT_MS });
});
afterEach(async () => {
  await bed.close();
  await vendors[Symbol.asyncDispose]();
});

function bothBehave(mode: Parameters<SmsVendors['behave']>[1]): void {
  vendors.behave('termii', mode);
  vendors.behave('africas-talking', mode);
}

function codesReceived(): string[] {
  return vendors.received.map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '');
}

const texts = () =>
  bed.rows(`select text, sent_at is not null as sent, given_up_at is not null as "givenUp"
    from outbox_messages where channel = 'sms' order by id`);

describe('with a provider', () => {
  it('the code is sent before the answer, works, and is not stored in clear text', async () => {
    const who = await bed.customer();
    expect((await bed.send(who, PHONE)).statusCode).toBe(200);
    expect(vendors.received).toMatchObject([{ vendor: 'termii', recipient: PHONE.slice(1) }]);
    expect(await texts()).toEqual([{ text: '', sent: true, givenUp: false }]);
    expect((await bed.verify(who, PHONE, codesReceived()[0] ?? '')).statusCode).toBe(200);
  });

  it('the other provider takes over when one fails', async () => {
    const who = await bed.customer();
    vendors.behave('termii', 'error');
    expect((await bed.send(who, PHONE)).statusCode).toBe(200);
    expect(vendors.received).toMatchObject([{ vendor: 'africas-talking', recipient: PHONE }]);
  });

  it('the delivery job sends no code a second time', async () => {
    await bed.send(await bed.customer(), PHONE);
    await bed.passTime('60 seconds');
    expect(await bed.deliverDue()).toBe(0);
    expect(vendors.received).toHaveLength(1);
  });
});

/** The text of a statement that is sent; the driver's types leave it out. */
const textOf = (statement: unknown): string => String(Reflect.get(Object(statement), 'text'));

/**
 * Every statement that the database gets and every provider call, from the request to the answer.
 */
async function workOf(ask: () => Promise<{ statusCode: number }>) {
  const submitted = vi.spyOn(pg.Query.prototype, 'submit');
  const before = { ...vendors.calls };
  const { statusCode } = await ask();
  const statements = submitted.mock.contexts.map(textOf);
  submitted.mockRestore();
  return {
    statusCode,
    calls: [vendors.calls.termii - before.termii, vendors.calls['africas-talking'] - before['africas-talking']],
    statements,
  };
}

describe('how long the answer takes', () => {
  it.each(['take', 'error'] as const)(
    'does not reveal whether somebody has verified the number: the same work is done (providers: %s)',
    async (mode) => {
      const owner = await bed.customer();
      await bed.send(owner, PHONE);
      expect((await bed.verify(owner, PHONE, codesReceived()[0] ?? '')).statusCode).toBe(200);
      const [one, other] = [await bed.customer(), await bed.customer()];
      bothBehave(mode);
      const forKnown = await workOf(() => bed.send(one, PHONE));
      const forUnknown = await workOf(() => bed.send(other, '+2348039876543'));
      expect(forKnown.statements.length).toBeGreaterThan(5);
      expect(forKnown.calls[0]).toBe(1);
      expect(forKnown).toEqual(forUnknown);
    },
  );
});

describe('while the providers cannot be reached', () => {
  it.each(['error', 'not-json', 'hang', 'drop', 'refuse', 'do-not-disturb'] as const)(
    '(%s) the customer learns in time that the code could not be sent, and not why',
    async (mode) => {
      bothBehave(mode);
      if (mode === 'do-not-disturb') vendors.behave('termii', 'error');
      const who = await bed.customer();
      const began = performance.now();
      const answer = await bed.send(who, PHONE);
      expect(performance.now() - began).toBeLessThan(TIMEOUT_MS + 10_000);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('15');
      const { requestId, ...said } = answer.json();
      expect(said).toEqual({
        success: false,
        code: 'phone.sending-failed',
        message: 'The code could not be sent. Please try again in a moment.',
      });
    },
  );

  it('codes that were not sent do not count against any limit', async () => {
    bothBehave('error');
    const who = await bed.customer();
    for (let failed = 0; failed < 5; failed++) expect((await bed.send(who, PHONE)).statusCode).toBe(503);
    bothBehave('take');
    const sent = [await bed.send(who, PHONE), await bed.send(who, PHONE), await bed.send(who, PHONE)];
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await bed.send(who, PHONE)).statusCode).toBe(429);
  });

  it('repeated requests are limited all the same', async () => {
    await bed.close();
    bed = await startPhoneTestbed({ vendors, env: { PHONE_CODES_PER_USER_PER_HOUR: '2' } });
    bothBehave('error');
    const who = await bed.customer();
    const statuses: number[] = [];
    for (let failed = 0; failed < 10; failed++) statuses.push((await bed.send(who, PHONE)).statusCode);
    expect(statuses).toEqual([...Array(8).fill(503), 429, 429]);
    expect(vendors.calls.termii).toBe(8);
  });

  it('the code is sent later, works when it arrives, and then counts', async () => {
    bothBehave('error');
    const who = await bed.customer();
    await bed.send(who, PHONE);
    expect(await bed.deliverDue()).toBe(0);
    await bed.passTime('16 seconds');
    expect(await bed.deliverDue()).toBe(1);
    expect(await bed.rows('select counted from phone_codes')).toEqual([{ counted: false }]);
    bothBehave('take');
    await bed.passTime('31 seconds');
    expect(await bed.deliverDue()).toBe(1);
    expect(await texts()).toEqual([{ text: '', sent: true, givenUp: false }]);
    expect(await bed.rows('select counted from phone_codes')).toEqual([{ counted: true }]);
    expect((await bed.verify(who, PHONE, codesReceived()[0] ?? '')).statusCode).toBe(200);
  });

  it('a code that has expired, was replaced or used up its tries is not sent any more and is deleted', async () => {
    bothBehave('error');
    const [late, replaced, guessed] = [await bed.customer(), await bed.customer(), await bed.customer()];
    await bed.send(late, '+2348031110001');
    await bed.passTime('301 seconds');
    await bed.send(replaced, '+2348031110002');
    await bed.send(guessed, '+2348031110003');
    for (let wrong = 0; wrong < 5; wrong++) await bed.verify(guessed, '+2348031110003', '000000');
    bothBehave('take');
    await bed.send(replaced, '+2348031110002');
    await bed.rows("update outbox_messages set next_attempt_at = now() where channel = 'sms' and sent_at is null");
    expect(await bed.deliverDue()).toBe(0);
    expect(vendors.received).toHaveLength(1);
    const forgotten = { text: '', sent: false, givenUp: true };
    expect(await texts()).toEqual([forgotten, forgotten, forgotten, { text: '', sent: true, givenUp: false }]);
  });

  it('a number that every provider refuses for good is not retried', async () => {
    await bed.close();
    bed = await startPhoneTestbed({ vendors, without: 'termii' });
    bothBehave('do-not-disturb');
    expect((await bed.send(await bed.customer(), PHONE)).statusCode).toBe(503);
    expect(await texts()).toEqual([{ text: '', sent: false, givenUp: true }]);
    await bed.passTime('60 seconds');
    expect(await bed.deliverDue()).toBe(0);
    expect(vendors.calls).toEqual({ termii: 0, 'africas-talking': 1 });
  });

  it('a text whose sender died is sent by another instance once its lease has expired', async () => {
    bothBehave('hang');
    const dying = bed.send(await bed.customer(), PHONE);
    await vendors.called();
    bothBehave('take');
    expect(await bed.deliverDue()).toBe(0);
    await bed.passTime('31 seconds');
    expect(await bed.deliverDue()).toBe(1);
    await dying;
  });

  it('two instances that find the same text send it once', async () => {
    bothBehave('error');
    await bed.send(await bed.customer(), PHONE);
    bothBehave('take');
    await bed.passTime('31 seconds');
    expect((await Promise.all([bed.deliverDue(), bed.deliverDue()])).sort()).toEqual([0, 1]);
    expect(vendors.received).toHaveLength(1);
  });
});

describe('logs, answers and the database', () => {
  it('contain neither code nor number nor key, and the database no code', async () => {
    const [who, unlucky] = [await bed.customer(), await bed.customer()];
    const answers = [await bed.send(who, PHONE)];
    const [code = ''] = codesReceived();
    answers.push(await bed.verify(who, PHONE, '999999'), await bed.verify(who, PHONE, code));
    for (const mode of ['refuse', 'hang', 'not-json', 'error'] as const) {
      bothBehave(mode);
      answers.push(await bed.send(unlucky, PHONE));
    }
    bothBehave('take');
    for (let over = 0; over < 3; over++) answers.push(await bed.send(who, PHONE));
    const log = bed.logged();
    expect(log).toContain('SMS not taken');
    expect(log).toContain('an SMS code was refused');
    expect(code).toMatch(/^\d{6}$/);
    for (const secret of [code, '8031234567', TERMII_KEY, AFRICAS_TALKING_KEY]) expect(log).not.toContain(secret);
    for (const { body, headers } of answers) expect(body + JSON.stringify(headers)).not.toContain(code);
    const codes = await bed.rows('select code_hash, phone from phone_codes');
    const sent = await bed.rows('select text, subject, html from outbox_messages where sent_at is not null');
    for (const secret of codesReceived()) expect(JSON.stringify([codes, sent])).not.toContain(secret);
  });
});
