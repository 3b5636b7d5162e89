import { groupedVoucherPin, voucherPinOf, voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { downloadPins, issueVouchers, newForm } from '../../testing/billing/voucher-testbed.ts';
import { issueBatch } from './batches/issue-batch.ts';
import { expireVouchers } from './expire-vouchers.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

let staff: Customer;
let colleague: Customer;
let customer: Customer;
beforeEach(async () => {
  [staff, colleague, customer] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
});

const redeem = (pin: string, who = customer) => bed.call(who, 'POST', '/api/user/vouchers', { pin });
const batchOf = async (number: number) => (await bed.call(staff, 'GET', `/api/staff/voucher-batches/${number}`)).body;
const stop = (number: number, form: object = {}) =>
  bed.call(staff, 'POST', `/api/staff/voucher-batches/${number}/stop`, { reason: 'Stolen from the van', ...form });
const credit = async (who = customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
const balance = async (account: string) => {
  const [row] = await bed.rows('select coalesce(sum(amount), 0)::float as sum from ledger_entries where account = $1', [
    account,
  ]);
  return row?.sum;
};
const day = (ms: number) => new Date(bed.deps.clock().getTime() + ms).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

describe('a voucher', () => {
  it('pays once, however it is typed, and says what it was used for', async () => {
    const { number, pins } = await issueVouchers(bed, staff, { count: 2, amount: 5000 });
    const [pin = ''] = pins;
    const { status, body } = await redeem(` ${groupedVoucherPin(pin).replaceAll(' ', '-')} `);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ payment: { amount: 5000 }, lines: [{ label: 'Account credit', amount: 5000 }] });
    expect(await credit()).toBe(5000);
    const receipt = (await bed.call(customer, 'GET', `/api/user/receipts/${body.payment.receiptNumber}`)).body;
    expect(receipt).toMatchObject({ gateway: 'voucher', paidWith: voucherSerial(number, 1), total: 5000 });
    const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payment).toMatchObject({ gateway: 'voucher', paidWith: voucherSerial(number, 1), status: 'successful' });
    const other = await bed.createCustomer();
    expect((await redeem(pin, other)).body.code).toBe('voucher.used');
    expect(await credit(other)).toBe(0);
    const found = (await bed.call(staff, 'GET', `/api/staff/vouchers/${number}-1`)).body;
    expect(found).toMatchObject({ status: 'used', via: 'web', payment: { customer: { id: customer.id } } });
    expect(await batchOf(number)).toMatchObject({ counts: { used: { count: 1, amount: 5000 }, issued: { count: 1 } } });
  });

  it('pays the month that is due, and what is left becomes credit', async () => {
    await bed.pay(customer);
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 26_000 });
    bed.wait(32 * DAY_MS);
    [staff, customer] = [await bed.signInAgain(staff), await bed.signInAgain(customer)];
    const { body } = await redeem(pins[0] ?? '');
    expect(body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([25_000, 1000]);
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body).toMatchObject({ status: 'active' });
    expect(await credit()).toBe(1000);
  });

  it('gives the same answer again for a quarter of an hour, since the first may have been lost', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 700 });
    const [pin = ''] = pins;
    const taps = await Promise.all([redeem(pin), redeem(pin), redeem(pin)]);
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(taps.map(({ body }) => body.payment.reference)).size).toBe(1);
    expect(await credit()).toBe(700);
    bed.wait(16 * 60_000);
    const late = await redeem(pin);
    expect(late.body.code).toBe('voucher.used');
    expect(late.body.message).toContain(taps[0]?.body.payment.receiptNumber);
  });

  it('goes to one of many who have its PIN', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 300 });
    const many = await Promise.all(Array.from({ length: 8 }, () => bed.createCustomer()));
    const answers = await Promise.all(many.map((who) => redeem(pins[0] ?? '', who)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('that is mistyped, unknown, stopped or expired is refused in words, under its field', async () => {
    const { number, pins } = await issueVouchers(bed, staff, { count: 3, amount: 500, until: day(2 * DAY_MS) });
    const [first = '', second = '', third = ''] = pins;
    const wrong = first.slice(0, -1) + ((Number(first.at(-1)) + 1) % 10);
    for (const pin of [wrong, '🎉🎉', '12', 'ABCD-1234', 'a'.repeat(60)]) {
      const { status, body } = await redeem(pin);
      expect([status, body.code, body.errors?.pin], pin).toEqual([422, 'voucher.mistyped', body.message]);
    }
    expect((await redeem(voucherPinOf('1234567890'))).body.code).toBe('voucher.unknown');
    const stopped = (await stop(number, { index: 1 })).body.batch;
    expect(stopped).toMatchObject({ status: 'issued', counts: { stopped: { count: 1 }, issued: { count: 2 } } });
    expect((await stop(number, { index: 1 })).body.code).toBe('voucher.not-to-stop');
    expect((await stop(number, { index: 4 })).body.code).toBe('voucher.not-found');
    expect((await redeem(first)).body.code).toBe('voucher.stopped');
    expect((await redeem(second)).status).toBe(200);
    bed.wait(4 * DAY_MS);
    [staff, customer] = [await bed.signInAgain(staff), await bed.signInAgain(customer)];
    expect((await redeem(third)).body.code).toBe('voucher.expired');
    const income = await balance('voucher-expiries');
    await Promise.all([expireVouchers(bed.deps), expireVouchers(bed.deps)]);
    expect((await redeem(third)).body.code).toBe('voucher.expired');
    expect(await balance('voucher-expiries')).toBe(Number(income) - 1000);
    expect(await batchOf(number)).toMatchObject({ counts: { expired: { count: 2 }, used: { count: 1 } } });
  });

  it('is used for a customer at the counter', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 1500 });
    const path = `/api/staff/customers/${customer.id}/vouchers`;
    expect((await bed.call(staff, 'POST', path, { pin: pins[0] })).body).toMatchObject({ payment: { amount: 1500 } });
    expect(await credit()).toBe(1500);
    const [audit] = await bed.rows("select actor_id from audit_records where action = 'voucher.redeem'");
    expect(audit).toEqual({ actor_id: staff.id });
  });

  it('is stored as a fingerprint alone, and its PIN is in no table, mail or log', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 100 });
    await redeem(pins[0] ?? '');
    const tables = await bed.rows(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const found = await bed.rows(`select 1 as one from "${name}" t where t::text like $1 limit 1`, [`%${pins[0]}%`]);
      expect(found, String(name)).toEqual([]);
    }
  });

  it('is refunded by hand: nobody’s gateway has its money', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 900 });
    const { payment } = (await redeem(pins[0] ?? '')).body;
    const refunded = await bed.call(staff, 'POST', `/api/staff/payments/${payment.reference}/refund`, {
      reason: 'Wrong account',
    });
    expect(refunded.body.payment.refunds[0]).toMatchObject({ status: 'to-pay-out' });
    const [waiting] = (await bed.call(staff, 'GET', `/api/staff/payouts?customer=${customer.id}`)).body;
    const transfer = { bankReference: `NIP ${newForm()}`, clientRequestId: newForm() };
    expect(
      (await bed.call(colleague, 'POST', `/api/staff/payouts/${waiting.reference}/transfer`, transfer)).status,
    ).toBe(200);
    expect(await balance('bank')).toBe(-900);
    expect((await redeem(pins[0] ?? '')).body.code).toBe('voucher.used');
  });
});

describe('a batch', () => {
  it('hands out its PINs once; new ones make those before void, until one is used', async () => {
    const { number, pins } = await issueVouchers(bed, staff, { count: 3, amount: 200 });
    expect(new Set(pins).size).toBe(3);
    const again = await staff.browser.post(`/api/staff/voucher-batches/${number}/pdf`, {});
    expect(again.json()).toMatchObject({ code: 'voucher.issued-before' });
    const fresh = await downloadPins(staff, number, true);
    expect((await redeem(pins[0] ?? '')).body.code).toBe('voucher.unknown');
    expect((await redeem(fresh[0] ?? '')).status).toBe(200);
    expect(await batchOf(number)).toMatchObject({ issues: 2, mayIssueAgain: false });
    await expect(downloadPins(staff, number, true)).rejects.toThrow('voucher.in-use');
  });

  it('gets other PINs where one of them exists already', async () => {
    const issue = async (...numbers: number[]) => {
      const made = await bed.call(staff, 'POST', '/api/staff/voucher-batches', { count: 1, amount: 100 });
      const written: string[][] = [];
      const randomBytes = (size: number) => {
        const bytes = Buffer.alloc(size);
        bytes.writeUIntBE(numbers.shift() ?? 0, 0, size);
        return bytes;
      };
      await issueBatch(
        { ...bed.deps, randomBytes },
        {
          number: made.body.batch.number,
          staffId: staff.id,
          again: false,
          form: 'pdf',
          write: async ({ pins }) => {
            written.push([...pins]);
            return Buffer.from('paper');
          },
        },
      );
      return written;
    };
    expect(await issue(4_711_000_001)).toEqual([[voucherPinOf('4711000001')]]);
    expect(await issue(4_711_000_001, 4_711_000_002)).toEqual([
      [voucherPinOf('4711000001')],
      [voucherPinOf('4711000002')],
    ]);
    for (const digits of ['4711000001', '4711000002']) expect((await redeem(voucherPinOf(digits))).status).toBe(200);
    expect(await credit()).toBe(200);
  });

  it('is handed out and taken back by who has just proved who they are alone', async () => {
    const made = await bed.call(staff, 'POST', '/api/staff/voucher-batches', { count: 1, amount: 100 });
    const path = `/api/staff/voucher-batches/${made.body.batch.number}`;
    await bed.rows("update sessions set proven_at = now() - interval '11 minutes' where user_id = $1", [staff.id]);
    for (const [what, form] of [
      ['pdf', {}],
      ['age', { passphrase: 'harmattan morning, brass bell' }],
      ['refund', { reason: 'Kiosk closed' }],
    ] as const) {
      const refused = await staff.browser.post(`${path}/${what}`, form);
      expect([refused.statusCode, refused.json().code], what).toEqual([403, 'session.proof-required']);
    }
    expect(await batchOf(made.body.batch.number)).toMatchObject({ status: 'approved', issues: 0 });
  });

  it('is printed as cards, of which a page has 21', async () => {
    const made = await bed.call(staff, 'POST', '/api/staff/voucher-batches', { count: 43, amount: 1000 });
    const answer = await staff.browser.post(`/api/staff/voucher-batches/${made.body.batch.number}/pdf`, {});
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  });

  it('waits above the operator’s sum for a second person, and has no PINs before', async () => {
    const order = { count: 100, amount: 1000, clientRequestId: newForm() };
    const { status, body } = await bed.call(staff, 'POST', '/api/staff/voucher-batches', order);
    expect([status, body.batch.status]).toEqual([202, 'awaiting-approval']);
    const { number } = body.batch;
    const decide = (who: Customer, approve: boolean) =>
      bed.call(who, 'POST', `/api/staff/voucher-batches/${number}/decision`, { approve, reason: 'For the kiosks' });
    await expect(downloadPins(staff, number)).rejects.toThrow('voucher.not-approved');
    expect((await decide(staff, true)).body.code).toBe('voucher.second-person');
    const race = await Promise.all([decide(colleague, true), decide(colleague, true)]);
    expect(race.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(await downloadPins(staff, number)).toHaveLength(100);
    expect((await bed.call(staff, 'POST', '/api/staff/voucher-batches', order)).body.batch.number).toBe(number);
    const other = await bed.call(staff, 'POST', '/api/staff/voucher-batches', { ...order, amount: 2000 });
    expect(other.body.code).toBe('counter.request-reused');
  });

  it('is not taken for that of the same form for another agent', async () => {
    const ids = await Promise.all(
      ['Kiosk of Ada', 'Kiosk of Bola'].map(async (name) => {
        const form = { name, limit: null, commission: 3 };
        return (await bed.call(staff, 'POST', '/api/staff/sales-agents', form)).body.agent.id;
      }),
    );
    const clientRequestId = newForm();
    const make = (agent?: number) =>
      bed.call(staff, 'POST', '/api/staff/voucher-batches', {
        count: 2,
        amount: 500,
        clientRequestId,
        ...(agent && { agent }),
      });
    const taps = await Promise.all([make(ids[0]), make(ids[0])]);
    expect(new Set(taps.map(({ status, body }) => `${status} ${body.batch?.number}`)).size).toBe(1);
    for (const agent of [ids[1], undefined]) expect((await make(agent)).body.code).toBe('counter.request-reused');
  });

  it('is stopped at once, and what is not used is taken back once', async () => {
    const owed = Number(await balance('vouchers'));
    const { number, pins } = await issueVouchers(bed, staff, { count: 4, amount: 1000 });
    expect((await redeem(pins[0] ?? '')).status).toBe(200);
    expect(await balance('vouchers')).toBe(owed - 3000);
    expect((await stop(number)).body.batch).toMatchObject({ status: 'stopped', counts: { stopped: { count: 3 } } });
    expect((await redeem(pins[1] ?? '')).body.code).toBe('voucher.stopped');
    const refund = () =>
      bed.call(staff, 'POST', `/api/staff/voucher-batches/${number}/refund`, { reason: 'The van was robbed' });
    const race = await Promise.all([refund(), refund()]);
    expect(race.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(await balance('vouchers')).toBe(owed);
    expect((await redeem(pins[2] ?? '')).body.code).toBe('voucher.stopped');
  });

  it('refuses forms that make no sense', async () => {
    const make = (form: object) =>
      bed.call(staff, 'POST', '/api/staff/voucher-batches', { count: 1, amount: 100, ...form });
    for (const form of [
      { count: 0 },
      { count: 10_001 },
      { count: 1.5 },
      { amount: 0 },
      { amount: 0.5 },
      { amount: 1_000_001 },
    ]) {
      expect((await make(form)).status, JSON.stringify(form)).toBe(422);
    }
    for (const until of ['2020-01-01', day(0), day(6 * 365 * DAY_MS)]) {
      expect((await make({ until })).body.code, until).toBe('voucher.until-not-possible');
    }
    expect((await make({ agent: 2_000_000_000 })).body.code).toBe('agent.not-found');
    expect((await bed.call(staff, 'GET', '/api/staff/vouchers/nonsense')).body.code).toBe('voucher.not-found');
    expect((await stop(2_000_000_000)).body.code).toBe('voucher.no-batch');
  });
});
