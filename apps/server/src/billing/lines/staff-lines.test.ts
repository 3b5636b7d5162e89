import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
let customer: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
  await bed.call(staff, 'POST', '/api/staff/till/open', {});
});
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.pay(customer);
});
afterAll(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.close();
});

const add = (form: object, id = customer.id) => bed.call(staff, 'POST', `/api/staff/customers/${id}/lines`, form);
const change = async (id: number, form: object) => (await staff.browser.put(`/api/staff/lines/${id}`, form)).json();
const told = async () =>
  await bed.rows('select kind, values from notices where user_id = $1 order by id', [customer.id]);
const audited = async () =>
  await bed.rows('select action, actor_id, before, after from audit_records where subject = $1 order by id', [
    `customer:${customer.id}`,
  ]);

describe('a line that staff add for a customer', () => {
  it('is on its plan at its place, told and audited, and waits for its first payment', async () => {
    const { status, body } = await add({ label: 'Shop', planId: bed.planId, place: 'Second gate' });
    expect(status).toBe(200);
    expect(body.line).toMatchObject({ label: 'Shop', place: 'Second gate', status: 'pending', monthlyFee: 25_000 });
    expect((await told()).at(-1)).toEqual({
      kind: 'line-added',
      values: { line: 'Shop', plan: 'Premium Fiber 100Mbps' },
    });
    expect((await audited()).at(-1)).toMatchObject({
      action: 'line.add',
      actor_id: staff.id,
      after: { line: body.line.id, label: 'Shop', place: 'Second gate' },
    });
    const events = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/timeline`)).body;
    expect(events.map(({ what }: { what: string }) => what)).toContain('line.add');
  });

  it.each([
    [
      'at the counter',
      async (lineId: number) => {
        const cash = {
          amount: 25_000,
          method: 'cash',
          planId: bed.planId,
          lineId,
          clientRequestId: `first-month-${lineId}`,
        };
        await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, cash);
      },
    ],
    [
      'by a link',
      async (lineId: number) => {
        const link = { planId: bed.planId, lineId, sendBy: 'screen', clientRequestId: `first-month-${lineId}` };
        const made = await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/payment-links`, link);
        const token = String(made.body.url).split('#')[1];
        const { body } = await bed.call(null, 'POST', '/api/payment-links/pay', {
          token,
          gateway: 'paystack',
          amount: 25_000,
        });
        const [{ reference } = { reference: '' }] = await bed.rows(
          'select reference from payments where user_id = $1 order by created_at desc limit 1',
          [customer.id],
        );
        expect(body.url).toEqual(expect.any(String));
        bed.sandbox.decide(String(reference), 'approve');
        await bed.quiet();
      },
    ],
    [
      'by themselves',
      async (lineId: number) => {
        const order = { amount: 25_000, email: customer.email, plan: bed.planId, lineId };
        const { data } = (await bed.call(customer, 'POST', '/api/payment/paystack/initialize', order)).body;
        bed.sandbox.decide(data.reference, 'approve');
        await bed.verify(customer, 'paystack', data.reference);
        await bed.quiet();
      },
    ],
  ])('is on once it is paid %s', async (_how, payFirst) => {
    const { id } = (await add({ label: 'Shop', planId: bed.planId })).body.line;
    await payFirst(id);
    const lines = (await bed.call(customer, 'GET', '/api/user/lines')).body;
    expect(lines).toMatchObject([{ status: 'active' }, { id, status: 'active' }]);
  });

  it('is added once by two presses, and is refused in clear words', async () => {
    const twice = await Promise.all([1, 2].map(() => add({ label: 'Shop', planId: bed.planId })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await add({ label: 'X', planId: 'none' })).body.code).toBe('plan.not-found');
    expect((await add({ label: ' ', planId: bed.planId })).status).toBe(422);
    expect((await add({ label: 'X', planId: bed.planId }, 2_000_000_000)).body.code).toBe('customer.not-found');
  });
});

describe('a line that staff name, or whose place they say,', () => {
  it('keeps what they left out, loses a place that they emptied, and its customer is told', async () => {
    expect((await change(customer.id, { label: 'Home' })).line).toMatchObject({ label: 'Home', place: null });
    expect((await change(customer.id, { place: 'Plot 4' })).line).toMatchObject({ label: 'Home', place: 'Plot 4' });
    expect((await told()).at(-1)).toEqual({ kind: 'line-renamed', values: { line: 'Home (Plot 4)' } });
    expect((await change(customer.id, { place: '' })).line).toMatchObject({ label: 'Home', place: null });
    expect((await audited()).at(-1)).toMatchObject({
      action: 'line.rename',
      before: { label: 'Home', place: 'Plot 4' },
      after: { label: 'Home', place: null },
    });
  });

  it('cannot have the name of another line of the account, and must exist', async () => {
    await add({ label: 'Shop', planId: bed.planId });
    expect((await change(customer.id, { label: 'SHOP' })).code).toBe('line.label-taken');
    expect((await change(2_000_000_000, { label: 'X' })).code).toBe('line.not-found');
  });
});
