import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let now = new Date('2026-11-23T11:00:00Z');
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal, { firstName: 'Ifeoma', lastName: 'Obi' });
});
afterAll(() => portal.close());

const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
async function newCustomer() {
  const { user } = (await portal.browser().register({ firstName: 'Zainab', lastName: 'Lawal' })).json();
  return Number(user.id);
}
const schedule = (id: number, at: string, clientRequestId = `${id} ${at}`) =>
  staff.browser.post(`/api/staff/customers/${id}/call-backs`, {
    at,
    about: 'Whether the box is back',
    clientRequestId,
  });
const list = async (query = '') => (await staff.browser.get(`/api/staff/call-backs${query}`)).json();

it('a call-back is arranged once, is in the list of its day and of the customer, and is audited', async () => {
  const id = await newCustomer();
  const send = () => schedule(id, inHours(2), 'once');
  const [first, second] = [(await send()).json(), (await send()).json()];
  expect(second.callBack).toEqual(first.callBack);
  const wanted = {
    customer: { id, name: 'Zainab Lawal' },
    about: 'Whether the box is back',
    owes: false,
    madeBy: 'Ifeoma Obi',
  };
  expect(await list()).toMatchObject([wanted]);
  expect(await list(`?customer=${id}`)).toMatchObject([wanted]);
  const { rows } = await portal.pool.query("select subject from audit_records where action = 'call-back.schedule'");
  expect(rows).toEqual([{ subject: `customer:${id}` }]);
});

it('moves to another day, and is not in the list of today any more', async () => {
  const id = await newCustomer();
  const { callBack } = (await schedule(id, inHours(1))).json();
  const move = (at: string) => staff.browser.put(`/api/staff/call-backs/${callBack.id}`, { at });
  expect((await move(inHours(-1))).json().code).toBe('call-back.not-ahead');
  expect((await move(inHours(48))).statusCode).toBe(200);
  expect((await list()).map(({ id: one }: { id: string }) => one)).not.toContain(callBack.id);
  expect(await list(`?customer=${id}`)).toMatchObject([{ id: callBack.id }]);
  now = new Date(now.getTime() + 3 * DAY_MS);
  expect((await list()).map(({ id: one }: { id: string }) => one)).toContain(callBack.id);
});

it('is done once, and counts on the home page while it is due', async () => {
  const id = await newCustomer();
  const { callBack } = (await schedule(id, inHours(1))).json();
  const due = async () =>
    (await staff.browser.get('/api/staff/overview'))
      .json()
      .attention.find(({ kind }: { kind: string }) => kind === 'call-backs-due')?.count ?? 0;
  const before = await due();
  now = new Date(now.getTime() + 2 * 3_600_000);
  expect(await due()).toBe(before + 1);
  const end = () => staff.browser.post(`/api/staff/call-backs/${callBack.id}/end`, {});
  expect((await end()).statusCode).toBe(200);
  expect((await end()).json().code).toBe('call-back.not-found');
  expect((await staff.browser.put(`/api/staff/call-backs/${callBack.id}`, { at: inHours(1) })).json().code).toBe(
    'call-back.not-found',
  );
  expect(await due()).toBe(before);
});

it('is for a time from now on, of a customer that exists', async () => {
  const id = await newCustomer();
  expect((await schedule(id, inHours(-1))).json().code).toBe('call-back.not-ahead');
  expect((await schedule(id, inHours(24 * 91))).json().code).toBe('call-back.not-ahead');
  expect((await schedule(2_147_483_647, inHours(1))).json().code).toBe('customer.not-found');
  expect((await staff.browser.post('/api/staff/call-backs/x/end', {})).json().code).toBe('call-back.not-found');
});
