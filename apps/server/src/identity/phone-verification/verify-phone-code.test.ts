import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { type PhoneTestbed, startPhoneTestbed } from '../../testing/testbeds/phone-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: PhoneTestbed;
beforeAll(async () => {
  bed = await startPhoneTestbed();
});
afterAll(() => bed.close());

let numbers = 0;
function newNumber(): string {
  numbers++;
  return `+234701${String(numbers).padStart(3, '0')}0001`;
}

/** A customer who has just been sent a code. */
async function asked(): Promise<{ who: TestBrowser; phone: string; code: string }> {
  const [who, phone] = [await bed.customer(), newNumber()];
  await bed.send(who, phone);
  return { who, phone, code: await bed.codeFor(phone) };
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

async function phoneOf(who: TestBrowser) {
  const { phone, phoneVerified } = (await who.get('/api/user')).json();
  return { phone, phoneVerified };
}

async function expectRefused(answer: Promise<{ statusCode: number; json: () => { code: string } }>, code: string) {
  const { statusCode, json } = await answer;
  expect([statusCode, json().code]).toEqual([code === 'phone.too-many-codes' ? 429 : 422, code]);
}

describe('a code', () => {
  it('verifies the number, in whatever spelling it is entered', async () => {
    const { who, phone, code } = await asked();
    expect(await phoneOf(who)).toEqual({ phone: null, phoneVerified: false });
    const answer = await bed.verify(who, `0${phone.slice(4)}`, ` ${code} `);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: 'Phone Verified Successfully', phoneNumber: phone });
    expect(await phoneOf(who)).toEqual({ phone, phoneVerified: true });
  });

  it('works once, although it is entered twice at the same moment', async () => {
    const { who, phone, code } = await asked();
    const answers = await Promise.all(Array.from({ length: 4 }, () => bed.verify(who, phone, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
    await expectRefused(bed.verify(who, phone, code), 'phone.code-expired');
    expect(await phoneOf(who)).toEqual({ phone, phoneVerified: true });
  });

  it('works for no other customer', async () => {
    const { phone, code } = await asked();
    const otherCustomer = await bed.customer();
    await expectRefused(bed.verify(otherCustomer, phone, code), 'phone.code-expired');
    await bed.send(otherCustomer, phone);
    const others = await bed.codeFor(phone);
    if (others !== code) await expectRefused(bed.verify(otherCustomer, phone, code), 'phone.wrong-code');
    expect(await phoneOf(otherCustomer)).toEqual({ phone: null, phoneVerified: false });
  });

  it('works for no other number', async () => {
    const { who, phone, code } = await asked();
    await expectRefused(bed.verify(who, newNumber(), code), 'phone.code-expired');
    await bed.send(who, newNumber());
    await expectRefused(bed.verify(who, phone, code), 'phone.code-expired');
  });

  it('is invalid once a new one was sent', async () => {
    const { who, phone, code } = await asked();
    await bed.send(who, phone);
    const newer = await bed.codeFor(phone);
    if (newer !== code) await expectRefused(bed.verify(who, phone, code), 'phone.wrong-code');
    expect((await bed.verify(who, phone, newer)).statusCode).toBe(200);
  });

  it('works until its 300 seconds are over by the database’s clock, and not after', async () => {
    const late = await asked();
    await bed.passTime('301 seconds');
    await expectRefused(bed.verify(late.who, late.phone, late.code), 'phone.code-expired');
    const inTime = await asked();
    await bed.passTime('295 seconds');
    expect((await bed.verify(inTime.who, inTime.phone, inTime.code)).statusCode).toBe(200);
  });

  it.each(['', '123', '12345', '1234567', 'abcdef', '12 34 56', '１２３４５６'])(
    'of anything but six digits is incomplete and costs no attempt: "%s"',
    async (otp) => {
      const { who, phone, code } = await asked();
      for (let repeat = 0; repeat < 6; repeat++) {
        const answer = await bed.verify(who, phone, otp);
        expect(answer.statusCode).toBe(422);
        expect(answer.json()).toMatchObject({ errors: { otp: 'Please enter the complete verification code' } });
      }
      expect((await bed.verify(who, phone, code)).statusCode).toBe(200);
    },
  );
});

describe('guessing', () => {
  it('invalidates the code at the fifth wrong attempt, and the right one comes too late', async () => {
    const { who, phone, code } = await asked();
    for (let wrong = 0; wrong < 5; wrong++) {
      await expectRefused(bed.verify(who, phone, otherThan(code)), 'phone.wrong-code');
    }
    await expectRefused(bed.verify(who, phone, code), 'phone.code-expired');
    expect(await phoneOf(who)).toEqual({ phone: null, phoneVerified: false });
  });

  it('leaves the fifth attempt to the customer, who may then enter the right code', async () => {
    const { who, phone, code } = await asked();
    for (let wrong = 0; wrong < 4; wrong++) await bed.verify(who, phone, otherThan(code));
    expect((await bed.verify(who, phone, code)).statusCode).toBe(200);
  });

  it('at one number stops after fifty attempts a day, over all codes and accounts', async () => {
    const { phone } = await asked();
    await bed.rows('update phone_codes set attempts = 48 where phone = $1', [phone]);
    const other = await bed.customer();
    await bed.send(other, phone);
    const code = await bed.codeFor(phone);
    await expectRefused(bed.verify(other, phone, otherThan(code)), 'phone.wrong-code');
    await expectRefused(bed.verify(other, phone, otherThan(code)), 'phone.wrong-code');
    await expectRefused(bed.verify(other, phone, code), 'phone.too-many-codes');
    await bed.rows("update phone_codes set created_at = created_at - interval '25 hours' where phone = $1", [phone]);
    expect((await bed.verify(other, phone, code)).statusCode).toBe(200);
  });
});

describe('a number that another account has verified', () => {
  it('can be verified by whoever holds the phone, and stays verified for the other account', async () => {
    const first = await asked();
    await bed.verify(first.who, first.phone, first.code);
    const second = await bed.customer();
    await bed.send(second, first.phone);
    const answer = await bed.verify(second, first.phone, await bed.codeFor(first.phone));
    expect(answer.json()).toEqual({
      success: true,
      message: 'Phone Verified Successfully',
      phoneNumber: first.phone,
    });
    expect(await phoneOf(first.who)).toEqual({ phone: first.phone, phoneVerified: true });
    expect(await phoneOf(second)).toEqual({ phone: first.phone, phoneVerified: true });
  });
});
