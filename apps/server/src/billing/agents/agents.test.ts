import { addKobo, type Kobo, koboFromNaira, nairaFromKobo, shareOf, toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createInRole, downloadPins, issueVouchers, newForm } from '../../testing/billing/voucher-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

let staff: Customer;
let seller: Customer;
let customer: Customer;
let agentId: number;
beforeEach(async () => {
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  seller = await createInRole(bed, 'agent');
  agentId = (await add({ email: seller.email })).body.agent.id;
});

const add = (form: object = {}) =>
  bed.call(staff, 'POST', '/api/staff/sales-agents', { name: 'Kiosk of Ada', limit: 50_000, commission: 3, ...form });
const numberOf = async (who: Customer) => {
  const [row] = await bed.rows('select number from accounts where id = $1', [who.id]);
  return String(row?.number);
};
const sell = async (amount: number, change: object = {}, who = seller) =>
  bed.call(who, 'POST', '/api/staff/agent-counter/sales', {
    customer: await numberOf(customer),
    amount,
    clientRequestId: newForm(),
    ...change,
  });
const agent = async () => (await bed.call(staff, 'GET', `/api/staff/sales-agents/${agentId}`)).body;
const counter = async () => (await bed.call(seller, 'GET', '/api/staff/agent-counter')).body;
const settle = (form: object = {}, who = staff) =>
  bed.call(who, 'POST', `/api/staff/sales-agents/${agentId}/settlements`, {
    amount: 1000,
    method: 'transfer',
    bankReference: newForm(),
    clientRequestId: newForm(),
    ...form,
  });
const credit = async () => (await bed.call(customer, 'GET', '/api/user/credit')).body.balance;
const statement = async () => (await bed.call(staff, 'GET', `/api/staff/sales-agents/${agentId}/statement`)).body;

const kobo = (naira: number): Kobo => koboFromNaira(naira) ?? toKobo(0);

/** Each day of a statement is what was owed before and what its columns say, to what the agent owes now. */
async function expectStatementAddsUp(): Promise<void> {
  const { opening, days, closing } = await statement();
  let running = kobo(opening);
  for (const day of days) {
    running = addKobo(
      running,
      kobo(day.taken),
      kobo(day.vouchers),
      toKobo(-kobo(day.commission)),
      toKobo(-kobo(day.settled)),
      toKobo(-kobo(day.reversed)),
    );
    expect(kobo(day.owes)).toBe(running);
  }
  expect([kobo(closing), kobo((await agent()).owes)]).toEqual([running, running]);
}

describe('an agent', () => {
  it('takes cash for a customer, keeps the commission, and owes the rest', async () => {
    const { status, body } = await sell(10_000);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ sale: { amount: 10_000, commission: 300 }, left: 40_300 });
    expect(await credit()).toBe(10_000);
    expect(await agent()).toMatchObject({ owes: 9700, limit: 50_000, commission: 3 });
    const receipt = await bed.call(customer, 'GET', `/api/user/receipts/${body.sale.receiptNumber}`);
    expect(receipt.body).toMatchObject({ gateway: 'agent', paidWith: 'Kiosk of Ada', total: 10_000 });
    expect(await counter()).toMatchObject({
      owes: 9700,
      left: 40_300,
      today: { sales: 1, taken: 10_000, commission: 300 },
    });
  });

  it('finds a customer by the whole number alone, and sees no more than a masked name', async () => {
    const lookup = (typed: string) => bed.call(seller, 'POST', '/api/staff/agent-counter/lookup', { customer: typed });
    const number = await numberOf(customer);
    const found = await lookup(`${number.slice(0, 4)} ${number.slice(4)}`);
    expect(Object.keys(found.body)).toEqual(['name']);
    expect(found.body.name).toMatch(/^\S•••/);
    for (const typed of [number.slice(0, 9), '0000000000', 'Ada', customer.email, '08031234567', '%']) {
      expect((await lookup(typed)).body.code, typed).toBe('agent.no-customer');
    }
    await bed.rows("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [customer.id]);
    expect((await lookup('0803 123 4567')).body).toEqual(found.body);
    const twin = await bed.createCustomer();
    await bed.rows("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [twin.id]);
    expect((await lookup('08031234567')).body.code).toBe('agent.no-customer');
    expect((await lookup(await numberOf(staff))).body.code).toBe('agent.no-customer');
  });

  it('looks up two hundred customers within an hour, and tries no more numbers by selling', async () => {
    const lookup = () => bed.call(seller, 'POST', '/api/staff/agent-counter/lookup', { customer: '0000000000' });
    for (let count = 0; count < 200; count++) expect((await lookup()).body.code).toBe('agent.no-customer');
    expect((await lookup()).status).toBe(429);
    const order = { customer: '0000000000', amount: 100, clientRequestId: newForm() };
    expect((await bed.call(seller, 'POST', '/api/staff/agent-counter/sales', order)).status).toBe(429);
    const voucher = { customer: '0000000000', pin: '000000079444' };
    expect((await bed.call(seller, 'POST', '/api/staff/agent-counter/vouchers', voucher)).status).toBe(429);
  });

  it('sells once for a form, also when it is sent twice at once', async () => {
    const clientRequestId = newForm();
    const taps = await Promise.all([1, 2, 3].map(() => sell(2000, { clientRequestId })));
    expect(new Set(taps.map(({ status, body }) => `${status} ${body.sale?.reference}`)).size).toBe(1);
    expect(await credit()).toBe(2000);
    expect((await sell(2500, { clientRequestId })).body.code).toBe('counter.request-reused');
  });

  it('is told of the sale, and not of the limit, by a second tap on a form that has used the limit up', async () => {
    const clientRequestId = newForm();
    const taps = await Promise.all([1, 2, 3].map(() => sell(50_000, { clientRequestId })));
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(taps.map(({ body }) => body.sale.reference)).size).toBe(1);
    expect((await sell(50_000)).body.code).toBe('agent.over-limit');
  });

  it('never owes more than the limit, and is told what is left', async () => {
    expect((await sell(40_000)).status).toBe(200);
    const refused = await sell(20_000);
    expect([refused.status, refused.body.code, refused.body.allowed]).toEqual([
      409,
      'agent.over-limit',
      { left: 11_200 },
    ]);
    const race = await Promise.all([sell(8000), sell(8000)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await settle({ amount: 30_000 })).status).toBe(200);
    expect((await sell(20_000)).status).toBe(200);
  });

  it('uses a voucher for a customer', async () => {
    const { pins } = await issueVouchers(bed, staff, { count: 1, amount: 750 });
    const order = { customer: await numberOf(customer), pin: pins[0] };
    const { body } = await bed.call(seller, 'POST', '/api/staff/agent-counter/vouchers', order);
    expect(body).toMatchObject({ payment: { amount: 750 } });
    expect([await credit(), (await agent()).owes]).toEqual([750, 0]);
  });

  it('buys vouchers at a discount on account, and gives back what was not used', async () => {
    const { number, pins } = await issueVouchers(bed, staff, { count: 10, amount: 1000, agent: agentId });
    expect((await agent()).owes).toBe(9700);
    expect((await bed.call(customer, 'POST', '/api/user/vouchers', { pin: pins[3] })).status).toBe(200);
    const taken = await bed.call(staff, 'POST', `/api/staff/voucher-batches/${number}/refund`, {
      reason: 'Kiosk closed',
    });
    expect(taken.body.batch).toMatchObject({ status: 'refunded', counts: { returned: { count: 9, amount: 9000 } } });
    expect((await agent()).owes).toBe(970);
    await expectStatementAddsUp();
    const over = await bed.call(staff, 'POST', '/api/staff/voucher-batches', {
      count: 60,
      amount: 1000,
      agent: agentId,
    });
    expect(over.body.code).toBe('agent.over-limit');
  });

  it('buys a batch that uses the limit up once, also when the form is sent again', async () => {
    const form = { count: 50, amount: 1000, agent: agentId, clientRequestId: newForm() };
    const make = () => bed.call(staff, 'POST', '/api/staff/voucher-batches', form);
    const first = await make();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    await downloadPins(staff, first.body.batch.number);
    expect((await agent()).owes).toBe(48_500);
    const again = await make();
    expect([again.status, again.body.batch?.number]).toEqual([200, first.body.batch.number]);
    expect((await agent()).owes).toBe(48_500);
  });

  it('gets no PINs of a batch beyond the limit, nor while stopped, although it was made before', async () => {
    const make = async () => {
      const form = { count: 30, amount: 1000, agent: agentId };
      return (await bed.call(staff, 'POST', '/api/staff/voucher-batches', form)).body.batch.number;
    };
    const [first, second] = [await make(), await make()];
    await downloadPins(staff, first);
    await expect(downloadPins(staff, second)).rejects.toThrow('agent.over-limit');
    expect((await agent()).owes).toBe(29_100);
    await settle({ amount: 29_100 });
    const stopped = { name: 'Kiosk of Ada', limit: 50_000, commission: 3, isOn: false };
    expect((await staff.browser.put(`/api/staff/sales-agents/${agentId}`, stopped)).statusCode).toBe(200);
    await expect(downloadPins(staff, second)).rejects.toThrow('agent.stopped');
    expect((await agent()).owes).toBe(0);
  });

  it('hands over cash into a till, or by a transfer, each once', async () => {
    await sell(30_000);
    expect((await settle({ method: 'cash' })).body.code).toBe('till.not-open');
    await bed.call(staff, 'POST', '/api/staff/till/open', {});
    const clientRequestId = newForm();
    const taps = await Promise.all([1, 2].map(() => settle({ method: 'cash', amount: 9000, clientRequestId })));
    expect(taps.map(({ status }) => status)).toEqual([200, 200]);
    const till = (await bed.call(staff, 'GET', '/api/staff/till')).body;
    expect(till).toMatchObject({ balance: 9000, shift: { fromAgents: 9000, cash: 0 } });
    expect((await settle({ amount: 100, bankReference: 'NIP 77' })).status).toBe(200);
    expect((await settle({ amount: 100, bankReference: 'nip77' })).body.code).toBe('counter.reference-used');
    expect((await settle({ amount: 100, bankReference: ' ' })).status).toBe(422);
    expect((await agent()).owes).toBe(20_000);
    const { shift } = till;
    const closed = await bed.call(staff, 'POST', '/api/staff/till/close', { shiftId: shift.id, counted: 9000 });
    expect(closed.body.shift).toMatchObject({ expected: 9000, difference: 0 });
  });

  it('gives back a mistaken sale of the same day, and keeps nothing of it', async () => {
    const { sale } = (await sell(5000)).body;
    const asked = await bed.call(staff, 'POST', `/api/staff/payments/${sale.reference}/refund`, {
      reason: 'Wrong account',
    });
    const { reference } = asked.body.payment.refunds[0];
    const path = `/api/staff/payouts/${reference}/agent`;
    const clientRequestId = newForm();
    const taps = await Promise.all([1, 2].map(() => bed.call(staff, 'POST', path, { clientRequestId })));
    expect(taps.map(({ status }) => status)).toEqual([200, 200]);
    expect([await credit(), (await agent()).owes]).toEqual([0, 0]);
    expect((await counter()).sales[0]).toMatchObject({ isReversed: true });
    await expectStatementAddsUp();
    expect((await statement()).days).toMatchObject([{ sales: 1, taken: 5000, commission: 0, reversed: 5000 }]);
    const late = (await sell(5000)).body.sale;
    bed.wait(26 * 3_600_000);
    [staff, seller, customer] = [
      await bed.signInAgain(staff),
      await bed.signInAgain(seller),
      await bed.signInAgain(customer),
    ];
    const again = await bed.call(staff, 'POST', `/api/staff/payments/${late.reference}/refund`, {
      reason: 'Moved away',
    });
    const second = again.body.payment.refunds[0].reference;
    const refused = await bed.call(staff, 'POST', `/api/staff/payouts/${second}/agent`, { clientRequestId: newForm() });
    expect(refused.body.code).toBe('payout.not-by-agent');
    const transfer = { bankReference: newForm(), clientRequestId: newForm() };
    expect((await bed.call(staff, 'POST', `/api/staff/payouts/${second}/transfer`, transfer)).status).toBe(200);
    expect((await agent()).owes).toBe(4850);
  });

  it('is told of no colleague, while support, technicians and auditors are', async () => {
    const asked = async (who: Customer) => (await bed.call(who, 'GET', '/api/staff/agents')).status;
    expect(await asked(seller)).toBe(403);
    for (const role of ['support', 'technician', 'auditor'] as const)
      expect(await asked(await createInRole(bed, role)), role).toBe(200);
  });

  it('has the sales exported, and the vouchers by their serial numbers, never with a PIN', async () => {
    const { body } = await sell(10_000);
    const { number, pins } = await issueVouchers(bed, staff, { count: 2, amount: 1000, agent: agentId });
    await bed.call(customer, 'POST', '/api/user/vouchers', { pin: pins[1] });
    const file = async (kind: string) => (await staff.browser.get(`/api/staff/exports/${kind}.csv`)).body;
    const sales = await file('agent-sales');
    expect(sales).toContain(
      `${body.sale.reference},${agentId},Kiosk of Ada,${customer.id},10000.00,300.00,successful,RCT-`,
    );
    const vouchers = (await file('vouchers'))
      .split('\r\n')
      .filter((row) => row.includes(`,${number},Kiosk of Ada,1000.00,`));
    const serial = String(number).padStart(4, '0');
    expect(vouchers.map((row) => row.split(',').slice(0, 5).join(','))).toEqual([
      `${serial}-00001,${number},Kiosk of Ada,1000.00,issued`,
      `${serial}-00002,${number},Kiosk of Ada,1000.00,used`,
    ]);
    expect(vouchers[1]).toContain(`web,${customer.id},`);
    for (const pin of pins) expect(vouchers.join()).not.toContain(pin);
  });

  it('that is stopped sells nothing, and is set up by staff alone', async () => {
    const form = { name: 'Kiosk of Ada', limit: null, commission: 2.5 };
    const path = `/api/staff/sales-agents/${agentId}`;
    const put = (isOn: boolean) => staff.browser.put(path, { ...form, isOn });
    expect((await put(false)).json()).toMatchObject({ agent: { isOn: false, commission: 2.5, limit: null } });
    expect((await sell(100)).body.code).toBe('agent.stopped');
    expect((await put(true)).statusCode).toBe(200);
    expect((await sell(100_000)).body).toMatchObject({ sale: { commission: 2500 }, left: null });
    for (const url of [
      '/api/staff/customers',
      '/api/staff/payments',
      '/api/staff/sales-agents',
      '/api/staff/voucher-batches',
    ]) {
      expect((await bed.call(seller, 'GET', url)).status, url).toBe(403);
    }
    expect((await bed.call(staff, 'GET', '/api/staff/agent-counter')).body.code).toBe('agent.none');
    expect((await add({ email: seller.email })).body.code).toBe('agent.seller-taken');
    expect((await add({ email: customer.email })).body.code).toBe('agent.not-staff');
  });
});

it('a statement adds up day by day to what the agent owes, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          what: fc.constantFrom('sale', 'transfer', 'batch', 'night'),
          amountKobo: fc.integer({ min: 100, max: 300_000 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (steps) => {
        const before = await agent();
        let owes = kobo(before.owes);
        for (const { what, amountKobo } of steps) {
          const amount = nairaFromKobo(toKobo(amountKobo));
          if (what === 'night') {
            bed.wait(86_400_000);
            [staff, seller, customer] = [
              await bed.signInAgain(staff),
              await bed.signInAgain(seller),
              await bed.signInAgain(customer),
            ];
          } else if (what === 'transfer') {
            expect((await settle({ amount })).status).toBe(200);
            owes = addKobo(owes, toKobo(-amountKobo));
          } else if (what === 'sale') {
            expect((await sell(amount)).status).toBe(200);
            owes = addKobo(owes, toKobo(amountKobo - shareOf(toKobo(amountKobo), 300, 10_000)));
          } else {
            const form = { count: 2, amount, agent: agentId };
            const { number } = (await bed.call(staff, 'POST', '/api/staff/voucher-batches', form)).body.batch;
            expect((await staff.browser.post(`/api/staff/voucher-batches/${number}/pdf`, {})).statusCode).toBe(200);
            owes = addKobo(owes, toKobo(2 * (amountKobo - shareOf(toKobo(amountKobo), 300, 10_000))));
          }
        }
        await expectStatementAddsUp();
        expect(kobo((await statement()).closing)).toBe(owes);
        const csv = (await staff.browser.get(`/api/staff/sales-agents/${agentId}/statement.csv`)).body;
        expect(csv.trim().split('\r\n').at(-1)).toContain(nairaFromKobo(owes).toFixed(2));
      },
    ),
    { numRuns: 3 },
  );
});
