import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let support: Customer;
let manager: Customer;
let billing: Customer;
let customer: Customer;
let requests = 0;

async function staffOf(role: StaffRole): Promise<Customer> {
  const person = await bed.createStaff();
  await bed.rows('delete from staff_member_roles where user_id = $1', [person.id]);
  await bed.rows('insert into staff_member_roles (user_id, role) values ($1, $2)', [person.id, role]);
  return person;
}
beforeAll(async () => {
  bed = await startRenewalTestbed();
  [support, manager, billing] = [await staffOf('support'), await staffOf('manager'), await staffOf('billing')];
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer);
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});

const paidUntil = async () => Date.parse((await bed.subscription(customer)).nextBillingDate);
const give = (who: Customer, days: number, change: object = {}) =>
  bed.call(who, 'POST', `/api/staff/customers/${customer.id}/courtesy-days`, {
    days,
    reason: 'Slow repair',
    ...change,
  });
const decide = (who: Customer, id: string, approve: boolean) =>
  bed.call(who, 'POST', `/api/staff/courtesy-days/${id}/decision`, { approve, reason: 'Looked at' });

describe('courtesy days', () => {
  it('are added to the paid time, told to the customer, and move no money', async () => {
    const before = await paidUntil();
    const [entries] = await bed.rows('select count(*)::int as entries from ledger_entries');
    const { status, body } = await give(support, 1);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.courtesyDays).toMatchObject({ status: 'booked', days: 1, decidedBy: null });
    expect(await paidUntil()).toBe(before + DAY_MS);
    expect(await bed.rows('select count(*)::int as entries from ledger_entries')).toEqual([entries]);
    expect(await bed.noticesOf(customer)).toContain('courtesy-days-given');
  });

  it('are limited by role at once, and by the year of the line', async () => {
    expect(await give(support, 2)).toMatchObject({
      status: 409,
      body: { code: 'courtesy-days.beyond-limit', allowed: { days: 1 } },
    });
    for (let given = 0; given < 9; given += 3) expect((await give(billing, 3)).status).toBe(200);
    expect((await give(billing, 2)).body).toMatchObject({
      allowed: { days: 1 },
      message: expect.stringContaining('9 days'),
    });
    const race = await Promise.all([give(support, 1), give(billing, 1), give(manager, 1)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('are not for an account to which whoever gives them belongs', async () => {
    await bed.rows("insert into account_people (account_id, user_id, role) values ($1, $2, 'billing')", [
      customer.id,
      manager.id,
    ]);
    expect((await give(manager, 1)).body.code).toBe('customer.own-account');
    expect((await give(support, 1)).status).toBe(200);
  });

  it('wait above the operator’s number for a second person, who is not the first', async () => {
    const before = await paidUntil();
    const { status, body } = await give(manager, 4);
    expect(status).toBe(202);
    const { id } = body.courtesyDays;
    expect(await paidUntil()).toBe(before);
    const waiting = (await bed.call(billing, 'GET', '/api/staff/courtesy-days?status=awaiting-approval')).body;
    expect(waiting.map((each: { id: string }) => each.id)).toContain(id);
    expect((await decide(manager, id, true)).body.code).toBe('courtesy-days.second-person');
    expect((await decide(support, id, true)).status).toBe(403);
    const race = await Promise.all([decide(billing, id, true), decide(billing, id, true)]);
    expect(race.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect(await paidUntil()).toBe(before + 4 * DAY_MS);
  });

  it('are declined by a second person or taken back by the first, and then count for nothing', async () => {
    const before = await paidUntil();
    for (const who of [manager, billing]) {
      const { id } = (await give(manager, 7)).body.courtesyDays;
      expect((await decide(who, id, false)).body.courtesyDays).toMatchObject({ status: 'declined' });
    }
    expect(await paidUntil()).toBe(before);
    expect((await give(manager, 7)).status).toBe(202);
  });

  it('are given once for a request, and refused where the form is wrong', async () => {
    const clientRequestId = `courtesy-${requests++}`;
    const before = await paidUntil();
    const answers = await Promise.all([
      give(support, 1, { clientRequestId }),
      give(support, 1, { clientRequestId }),
      give(support, 1, { clientRequestId }),
    ]);
    expect(new Set(answers.map(({ body }) => body.courtesyDays.id)).size).toBe(1);
    expect(await paidUntil()).toBe(before + DAY_MS);
    expect((await give(billing, 1, { clientRequestId })).body.code).toBe('counter.request-reused');
    for (const days of [0, -1, 1.5, 1e12]) expect((await give(manager, days)).status, `${days}`).toBe(422);
    expect((await give(manager, 1, { reason: ' ' })).status).toBe(422);
  });

  it('are not for a line that is paused, ends, or was never paid for, also at the approval', async () => {
    const { id } = (await give(manager, 5)).body.courtesyDays;
    await bed.call(customer, 'POST', '/api/user/subscription/pause', { days: 7 });
    expect((await give(support, 1)).body.code).toBe('courtesy-days.not-possible');
    expect((await decide(billing, id, true)).body.code).toBe('courtesy-days.not-possible');
    customer = await bed.createCustomer();
    expect((await give(support, 1)).body.code).toBe('courtesy-days.not-possible');
  });

  it('bring a line back that has gone off for non-payment, for as long', async () => {
    await bed.live(((await paidUntil()) - bed.deps.clock().getTime()) / DAY_MS + 3.5);
    expect((await bed.subscription(customer)).status).toBe('suspended');
    await give(billing, 2);
    expect((await bed.subscription(customer)).status).toBe('active');
    expect(Math.abs((await paidUntil()) - bed.deps.clock().getTime() - 2 * DAY_MS)).toBeLessThan(60_000);
  });
});
