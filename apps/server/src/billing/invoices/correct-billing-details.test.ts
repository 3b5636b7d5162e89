import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
let id: number;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal, { firstName: 'Ngozi', lastName: 'Eze' }, 'support');
});
afterAll(() => portal.close());
beforeEach(async () => {
  id = (await portal.browser().register()).json().user.id;
});

const address = () => `/api/staff/customers/${id}/billing-details`;
const IDENTIFIED = { identifiedBy: 'Two facts matched', reason: 'The shop has moved' };
const correct = (form: object, who = staff) => who.browser.put(address(), { ...IDENTIFIED, ...form });
const read = async () => (await staff.browser.get(address())).json();

it('stands on the invoices of a home customer as staff correct it; what is left out stays, and it is on record', async () => {
  expect(await read()).toEqual({ companyName: null, address: null, taxId: null });
  expect((await correct({ companyName: 'Bello Stores', address: 'Wuse Market' })).statusCode).toBe(200);
  const answer = await correct({ companyName: 'Bello and Daughters' });
  expect(answer.json().billingDetails).toEqual({
    companyName: 'Bello and Daughters',
    address: 'Wuse Market',
    taxId: null,
  });
  expect((await correct({ address: '' })).json().billingDetails).toMatchObject({ address: null });
  const timeline = (await staff.browser.get(`/api/staff/customers/${id}/timeline?kind=correction`)).json();
  expect(timeline).toHaveLength(3);
  expect(timeline[0]).toMatchObject({
    what: 'customer.billing-details',
    text: 'Two facts matched, The shop has moved',
    by: 'Ngozi Eze',
  });
  const { rows } = await portal.pool.query("select 1 from notices where user_id = $1 and kind = 'details-corrected'", [
    id,
  ]);
  expect(rows).toHaveLength(3);
});

it('is not corrected without saying how the customer was identified, for oneself, or for nobody', async () => {
  expect((await correct({ address: 'Wuse', identifiedBy: 'Their voice' })).json().errors).toHaveProperty(
    'identifiedBy',
  );
  expect((await correct({ address: 'Wuse', reason: '' })).json().errors).toHaveProperty('reason');
  await portal.pool.query("insert into account_people (account_id, user_id, role) values ($1, $2, 'billing')", [
    id,
    staff.id,
  ]);
  expect((await correct({ address: 'Wuse' })).json().code).toBe('customer.own-account');
  expect(await read()).toEqual({ companyName: null, address: null, taxId: null });
  id = 2_000_000_000;
  expect((await correct({ address: 'Wuse' })).json().code).toBe('customer.not-found');
  expect((await staff.browser.get(address())).statusCode).toBe(404);
});

it('leaves a company its name and TIN', async () => {
  const owner = await createStaff(portal);
  const made = await owner.browser.put(`/api/staff/customers/${id}/company`, {
    companyName: 'Sule Partners',
    taxId: '12345678-0001',
    paymentTermsDays: 14,
    billingDay: 5,
  });
  expect(made.statusCode, made.body).toBe(200);
  expect((await correct({ taxId: '' })).json().errors).toHaveProperty('taxId');
  expect((await correct({ address: '12 Broad Street' })).statusCode).toBe(200);
});
