import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const NOW = new Date('2026-07-04T12:00:00+01:00');
const names = ['lagos', 'abuja', 'two', 'left', 'fresh', 'closed'] as const;
type Name = (typeof names)[number];

let portal: TestPortal;
let staff: Staff;
let plans: { id: string }[];
const people = {} as Record<Name, number>;

async function giveLine(id: number, line: { plan: number; status: string; paidUntil: string; area: string | null }) {
  const { rows } = await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
     values ($1, $2, $3, $4, 4, 15000) returning id`,
    [id, plans[line.plan]?.id, line.status, line.paidUntil],
  );
  if (line.area) {
    await portal.pool.query('insert into service_areas (name) values ($1) on conflict do nothing', [line.area]);
    await portal.pool.query('insert into customer_areas values ($1, $2, now())', [id, line.area]);
  }
  return rows[0].id as string;
}

beforeAll(async () => {
  portal = await startTestPortal({ clock: () => NOW });
  staff = await createStaff(portal);
  plans = (await portal.pool.query('select id from service_plans order by position limit 2')).rows;
  for (const name of names) {
    people[name] = (await portal.browser().register()).json().user.id;
    await portal.pool.query('update users set created_at = $2 where id = $1', [people[name], '2026-05-01T12:00:00Z']);
  }
  const paid = '2026-07-10T23:30:00+01:00';
  const subscription = await giveLine(people.lagos, { plan: 0, status: 'active', paidUntil: paid, area: 'Marina' });
  await giveLine(people.abuja, { plan: 1, status: 'suspended', paidUntil: '2026-06-20T12:00:00Z', area: 'Garki' });
  await giveLine(people.two, { plan: 0, status: 'active', paidUntil: '2026-08-01T12:00:00Z', area: 'Garki' });
  const line = (
    await portal.pool.query("insert into lines (id, account_id) values (nextval('users_id_seq'), $1) returning id", [
      people.two,
    ])
  ).rows[0].id;
  await giveLine(line, { plan: 1, status: 'suspended', paidUntil: '2026-06-20T12:00:00Z', area: 'Marina' });
  await giveLine(people.left, { plan: 0, status: 'cancelled', paidUntil: paid, area: null });
  await giveLine(people.closed, { plan: 0, status: 'active', paidUntil: paid, area: null });
  await portal.pool.query('update users set disabled = true where id = $1', [people.closed]);
  await portal.pool.query("update users set created_at = '2026-06-30T23:30:00Z' where id = $1", [people.fresh]);
  await portal.pool.query("insert into customer_tags values ($1, 'vip', now())", [people.abuja]);
  await portal.pool.query(
    `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
     values ('INV-2026-000001', 2026, 1, $1, $2, 1, 'period', 'open', 1, 0, '{}', $3, $4)`,
    [people.lagos, subscription, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  );
});
afterAll(() => portal.close());

async function found(query: string): Promise<Name[]> {
  const answer = await staff.browser.get(`/api/staff/customers?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const ids: number[] = answer.json().map(({ id }: { id: number }) => id);
  return names.filter((name) => ids.includes(people[name]));
}

describe('the list of customers is limited', () => {
  it.each<[string, Name[]]>([
    ['state=active', ['lagos', 'two']],
    ['state=suspended', ['abuja', 'two']],
    ['state=former', ['left']],
    ['state=registered', ['fresh']],
    ['state=disabled', ['closed']],
    ['area=Garki', ['abuja', 'two']],
    ['tag=VIP', ['abuja']],
    // The end of the day in Lagos, not in UTC.
    ['paidFrom=2026-07-10&paidTo=2026-07-10', ['lagos', 'closed']],
    ['paidTo=2026-07-09', ['abuja', 'two']],
    ['owing=open', ['lagos']],
    ['owing=overdue', ['lagos']],
    ['joinedFrom=2026-07-01', ['fresh']],
    ['joinedTo=2026-06-30', ['lagos', 'abuja', 'two', 'left', 'closed']],
    // All of one and the same line: one of `two` is active, another is in Marina.
    ['state=active&area=Marina', ['lagos']],
    ['state=suspended&area=Marina', ['two']],
  ])('by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('by the plan of a line that is not cancelled', async () => {
    expect(await found(`plan=${plans[1]?.id}`)).toEqual(['abuja', 'two']);
  });
});

it.each(['paidTo=2026-02-31', 'joinedFrom=0000-01-01', 'plan=x', 'state=gone', 'owing=no'])(
  'a filter such as %s is refused with a sentence',
  async (query) => {
    expect((await staff.browser.get(`/api/staff/customers?${query}`)).statusCode).toBe(422);
  },
);

it('pages of a filter fit together', async () => {
  const pages: number[] = [];
  for (let before = ''; ; ) {
    const page: { id: number }[] = (await staff.browser.get(`/api/staff/customers?area=Garki&limit=1${before}`)).json();
    if (page.length === 0) break;
    pages.push(...page.map(({ id }) => id));
    before = `&before=${pages.at(-1)}`;
  }
  expect(pages).toEqual([people.two, people.abuja]);
});
