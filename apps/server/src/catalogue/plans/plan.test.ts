import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createPlanPublisher } from './create-plan-publisher.ts';
import { findActivePlan } from './find-active-plan.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

type Plan = {
  id: string;
  name: string;
  region: string;
  price: number;
  downloadMbps: number;
  data: string;
  vatExtra?: true;
};

async function listPlans(): Promise<Plan[]> {
  return (await portal.browser().get('/api/plans')).json();
}

describe('the catalogue', () => {
  it('has every plan and price of the price list, in order', async () => {
    const plans = await listPlans();
    expect(plans.map(({ name, region, price, data }) => [name, region, price, data])).toEqual([
      ['Home 10 Mbps', 'lagos', 18600, '150 GB'],
      ['Home 20 Mbps', 'abuja', 20000, '200 GB'],
      ['Premium Fiber 100Mbps', 'abuja', 25000, '100 GB'],
      ['Home 50 Mbps', 'abuja', 35000, '500 GB'],
      ['Home Lite 10 Mbps', 'lagos', 15000, '80 GB'],
      ['Home Plus 100 Mbps', 'lagos', 38000, '1 TB'],
      ['Home Max 150 Mbps', 'abuja', 45000, 'Unlimited'],
      ['SME 10 Mbps', 'lagos', 20000, '300 GB'],
      ['SME 20 Mbps', 'abuja', 40000, '600 GB'],
      ['SME 40 Mbps', 'abuja', 65000, '1 TB'],
      ['Business Triple Play 10 Mbps', 'lagos', 151250, 'Unlimited'],
      ['Business Triple Play 20 Mbps', 'lagos', 310750, 'Unlimited'],
      ['Business Triple PlayX 50 Mbps', 'abuja', 615450, 'Unlimited'],
      ['Business Triple PlayX 100 Mbps', 'abuja', 1015850, 'Unlimited'],
    ]);
  });

  it.each([
    ['lagos', 15000, 10, 100],
    ['abuja', 20000, 20, 150],
  ])('matches the card of %s: from %i naira, %i to %i Mbps', async (region, price, slowest, fastest) => {
    const plans = (await listPlans()).filter((plan) => plan.region === region);
    const cheapest = plans.toSorted((a, b) => a.price - b.price)[0];
    expect(cheapest).toMatchObject({ price, downloadMbps: slowest });
    expect(Math.min(...plans.map((plan) => plan.downloadMbps))).toBe(slowest);
    expect(Math.max(...plans.map((plan) => plan.downloadMbps))).toBe(fastest);
  });

  it('shows the same fields to everybody and no more', async () => {
    const signedIn = portal.browser();
    await signedIn.register();
    const [anonymous, own] = [
      await portal.browser().get('/api/service-plans'),
      await signedIn.get('/api/service-plans'),
    ];
    expect(own.rawPayload.equals(anonymous.rawPayload)).toBe(true);
    expect(anonymous.headers['set-cookie']).toBeUndefined();
    expect(anonymous.headers['content-type']).toBe('application/json; charset=utf-8');
    const fields = [
      'atLimit',
      'currency',
      'downloadMbps',
      'features',
      'id',
      'name',
      'price',
      'region',
      'speed',
      'type',
    ];
    for (const plan of anonymous.json()) {
      expect(Object.keys(plan).toSorted()).toEqual(fields);
      expect(plan.features.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('is not sent again while it is unchanged', async () => {
    const first = await portal.browser().get('/api/plans');
    const again = await portal.browser().get('/api/plans', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.payload).toBe('');
  });
});

describe('the published catalogue', () => {
  it('shows changes by staff within seconds and hides plans that are not sold', async () => {
    let now = new Date('2026-03-01T00:00:00Z');
    const publications = createPlanPublisher({
      database: portal.database,
      clock: () => now,
      addedVat: () => 0,
      onStale: () => {},
      onChange: () => {},
    });
    const names = async () => JSON.parse((await publications()).plans.body.toString()).map((plan: Plan) => plan.name);
    expect(await names()).toContain('SME 40 Mbps');
    await portal.pool.query("update service_plans set is_active = false where name = 'SME 40 Mbps'");
    expect(await names()).toContain('SME 40 Mbps');
    now = new Date(now.getTime() + 3000);
    await names();
    await expect.poll(names).not.toContain('SME 40 Mbps');
    await portal.pool.query("update service_plans set is_active = true where name = 'SME 40 Mbps'");
  });

  it('says with each price that VAT comes on top, where the operator has it so', async () => {
    const publications = createPlanPublisher({
      database: portal.database,
      clock: () => new Date('2026-03-01T00:00:00Z'),
      addedVat: () => 750,
      onStale: () => {},
      onChange: () => {},
    });
    const { plans, servicePlans } = await publications();
    for (const list of [plans, servicePlans]) {
      const listed: Plan[] = JSON.parse(list.body.toString());
      expect(listed.length).toBeGreaterThan(0);
      expect(listed.every(({ vatExtra }) => vatExtra === true)).toBe(true);
    }
  });

  it('stays the last known one while the database is unavailable, and says so', async () => {
    let now = new Date('2026-03-01T00:00:00Z');
    const stale: unknown[] = [];
    const closed = await startTestPortal();
    const deps = {
      database: closed.database,
      clock: () => now,
      addedVat: () => 0,
      onStale: (error: unknown) => stale.push(error),
      onChange: () => {},
    };
    const publications = createPlanPublisher(deps);
    const before = await publications();
    await closed.close();
    now = new Date(now.getTime() + 3000);
    expect(await publications()).toBe(before);
    await expect.poll(() => stale.length).toBe(1);
    expect(await publications()).toBe(before);
    await expect(createPlanPublisher(deps)()).rejects.toThrow();
  });
});

describe('a plan that can be bought', () => {
  it('is found by its id only, and only while it is sold', async () => {
    const [plan] = await listPlans();
    expect(await findActivePlan(portal.database, plan?.id ?? '')).toMatchObject({
      name: 'Home 10 Mbps',
      priceKobo: 1_860_000,
      dataLimitGb: 150,
    });
    for (const id of ['home-10mbps', '', 'x', '00000000-0000-4000-8000-000000000000', `${plan?.id} `, "' or 1=1 --"]) {
      expect(await findActivePlan(portal.database, id)).toBeNull();
    }
  });
});

describe('a request to sales', () => {
  const form = {
    kind: 'quote',
    name: 'Bola\r\nBcc: all@mail.example',
    email: 'bola@mail.example',
    phone: '+2348000000000',
    organisation: 'Bola & Daughters',
    message: 'Forty desks in Garki, {{7*7}}',
  };

  it('is stored, mailed to sales and given a number', async () => {
    const response = await portal.browser().post('/api/sales-requests', form);
    expect(response.statusCode).toBe(200);
    const { requestNumber } = response.json();
    expect(requestNumber).toMatch(/^SR-[0-9A-HJKMNP-TV-Z]{6}$/);
    const stored = await portal.pool.query('select * from sales_requests where request_number = $1', [requestNumber]);
    expect(stored.rows[0]).toMatchObject({ kind: 'quote', email: form.email, organisation: form.organisation });
    const mail = await portal.pool.query('select * from outbox_messages where message_key = $1', [
      `sales-request:${requestNumber}`,
    ]);
    expect(mail.rows[0]).toMatchObject({ channel: 'email', subject: `Quote request ${requestNumber}` });
    expect(mail.rows[0]?.text).toContain(form.message);
  });

  it('names what is missing, and ignores a request that fills in the hidden honeypot field', async () => {
    const empty = await portal
      .browser()
      .post('/api/sales-requests', { kind: 'quote', name: '', email: 'x', message: ' ' });
    expect(empty.json().errors).toEqual({
      name: 'Name is required',
      email: 'Invalid email address',
      message: 'Tell us what you need',
    });
    const count = async () => (await portal.pool.query('select count(*)::int from sales_requests')).rows[0]?.count;
    const before = await count();
    const trapped = await portal.browser().post('/api/sales-requests', { ...form, website: 'x' });
    expect(trapped.statusCode).toBe(422);
    expect(await count()).toBe(before);
  });
});
