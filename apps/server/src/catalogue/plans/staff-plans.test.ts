import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const form = {
  region: 'abuja',
  name: 'Home 200 Mbps',
  downloadMbps: 200,
  dataLimitGb: null,
  price: 42_000.5,
  type: 'residential',
  features: ['No cap'],
};
const all = async () => (await staff.browser.get('/api/staff/plans')).json();
const offered = async () => (await portal.browser().get('/api/plans')).json();
const create = async (fields: object = {}) => staff.browser.post('/api/staff/plans', { ...form, ...fields });

describe('a plan', () => {
  it('is offered as soon as it is created, at the end of the order', async () => {
    await offered();
    const { plan } = (await create()).json();
    expect(plan).toMatchObject({ ...form, speed: '200 Mbps', active: true, subscribers: 0 });
    expect((await offered()).at(-1)).toMatchObject({ id: plan.id, price: 42_000.5, data: 'Unlimited' });
    expect((await create()).json()).toMatchObject({ code: 'plan.name-taken', errors: { name: expect.any(String) } });
  });

  it('with a new price costs it from the next quote on, never for a month that is paid or being paid', async () => {
    const { plan } = (await create({ name: 'Home 300 Mbps', price: 30_000 })).json();
    const customer = portal.browser();
    const { user } = (await customer.register()).json();
    await customer.post('/api/user/subscribe', { planId: plan.id, plan: plan.id });
    await portal.pool.query(
      `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee, start_date)
       select $1, $2, 'active', now() + interval '20 days', 1, 30000, now()
       where not exists (select 1 from user_subscriptions where user_id = $1)`,
      [user.id, plan.id],
    );
    const before = (await customer.get('/api/user/subscription')).json();
    expect((await all()).find(({ id }: { id: string }) => id === plan.id)).toMatchObject({ subscribers: 1 });
    const edited = await staff.browser.put(`/api/staff/plans/${plan.id}`, {
      ...form,
      name: 'Home 300 Mbps',
      price: 33_000,
    });
    expect(edited.json().plan.price).toBe(33_000);
    expect((await customer.get('/api/user/subscription')).json()).toEqual(before);
    expect((await customer.get(`/api/user/payment-quote?plan=${plan.id}`)).json().total).toBe(33_000);
    const [record] = (await staff.browser.get(`/api/staff/audit?subject=plan:${plan.id}`)).json();
    expect(record).toMatchObject({ action: 'plan.edit', before: { price: 30_000 }, after: { price: 33_000 } });
  });

  it('that is retired can no longer be chosen, and is still listed', async () => {
    const { plan } = (await create({ name: 'Home 400 Mbps' })).json();
    await staff.browser.put(`/api/staff/plans/${plan.id}/active`, { active: false });
    expect((await offered()).map(({ id }: { id: string }) => id)).not.toContain(plan.id);
    expect((await all()).find(({ id }: { id: string }) => id === plan.id)).toMatchObject({ active: false });
    const quote = await staff.browser.get(`/api/user/payment-quote?plan=${plan.id}`);
    expect(quote.statusCode).toBe(404);
    await staff.browser.put(`/api/staff/plans/${plan.id}/active`, { active: true });
    expect((await offered()).map(({ id }: { id: string }) => id)).toContain(plan.id);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ price: -1 }, 'price'],
    [{ price: 10.001 }, 'price'],
    [{ price: 1e12 }, 'price'],
    [{ downloadMbps: 0 }, 'downloadMbps'],
    [{ dataLimitGb: 0.5 }, 'dataLimitGb'],
    [{ features: ['ok', ''] }, 'features.1'],
    [{ region: 'kano' }, 'region'],
  ])('with an invalid value is refused at its field: %j', async (fields, field) => {
    const refused = await create({ name: 'Odd', ...fields });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toContain(field);
    expect((await staff.browser.put('/api/staff/plans/nothing', form)).statusCode).toBe(404);
  });
});

it('plans are listed in the order that staff set, which names all of them or is refused', async () => {
  const before = (await all()).map(({ id }: { id: string }) => id);
  const turned = before.toReversed();
  const ordered = await staff.browser.put('/api/staff/plan-order', { ids: turned });
  expect(ordered.json().plans.map(({ id }: { id: string }) => id)).toEqual(turned);
  expect((await offered()).map(({ id }: { id: string }) => id)).toEqual(
    ordered
      .json()
      .plans.filter(({ active }: { active: boolean }) => active)
      .map(({ id }: { id: string }) => id),
  );
  for (const ids of [turned.slice(1), [...turned.slice(1), turned[1]], [...turned, 'x'], []]) {
    expect((await staff.browser.put('/api/staff/plan-order', { ids })).json()).toMatchObject({
      code: 'plan.order-outdated',
    });
  }
});

it('customers and visitors have no access', async () => {
  const customer = portal.browser();
  await customer.register();
  expect((await customer.get('/api/staff/plans')).statusCode).toBe(403);
  expect((await customer.post('/api/staff/plans', form)).statusCode).toBe(403);
});
