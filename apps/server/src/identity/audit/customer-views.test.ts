import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { pruneCustomerViews } from './audit.repository.ts';

const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write: (line, _encoding, done) => {
    lines.push(JSON.parse(String(line)));
    done();
  },
});

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ logger: pino({ level: 'warn' }, log) });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const newCustomer = async () => (await portal.browser().register()).json().user.id as number;
const open = ({ browser }: Staff, id: number) => browser.get(`/api/staff/customers/${id}`);
const views = async (id: number) =>
  (
    await portal.pool.query(
      "select actor_id, actor_kind from audit_records where action = 'customer.view' and subject = $1 order by id",
      [`customer:${id}`],
    )
  ).rows;

it('opening the page of a customer is audited, once in ten minutes for each member of staff, also at the same time', async () => {
  const id = await newCustomer();
  const other = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' }, 'support');
  await Promise.all([
    open(staff, id),
    open(staff, id),
    open(other, id),
    staff.browser.get(`/api/staff/customers/${id}/timeline`),
  ]);
  expect((await views(id)).map(({ actor_id }) => actor_id).sort()).toEqual([staff.id, other.id].sort());
  expect(await views(id)).toContainEqual({ actor_id: staff.id, actor_kind: 'staff' });
  await portal.pool.query("update customer_views set viewed_at = viewed_at - interval '10 minutes'");
  await open(staff, id);
  expect(await views(id)).toHaveLength(3);
});

it('searching is no view, nor is a page that is not there or not allowed', async () => {
  const id = await newCustomer();
  await staff.browser.get('/api/staff/customers?search=bisi');
  await staff.browser.get('/api/staff/search?search=bisi');
  expect((await open(staff, 2_147_483_647)).statusCode).toBe(404);
  const customer = portal.browser();
  await customer.register();
  expect((await customer.get(`/api/staff/customers/${id}`)).statusCode).toBe(403);
  expect(await views(id)).toEqual([]);
});

it('a view is in the audit log, and not among what happened to the customer', async () => {
  const id = await newCustomer();
  await open(staff, id);
  const audit = `/api/staff/audit?subject=customer:${id}`;
  expect((await staff.browser.get(audit)).json()).toMatchObject([{ action: 'customer.view', actor: { id: staff.id } }]);
  expect((await staff.browser.get(`${audit}&without=views`)).json()).toEqual([]);
  expect((await staff.browser.get(`/api/staff/customers/${id}/timeline`)).body).not.toContain('customer.view');
});

it('a view that cannot be written is shown all the same, and is in the log with both ids', async () => {
  const id = await newCustomer();
  await portal.pool.query(
    "create function refuse_views() returns trigger language plpgsql as $$ begin raise exception using errcode = 'disk_full', message = 'disk full'; end $$",
  );
  await portal.pool.query('create trigger full_disk before insert on customer_views execute function refuse_views()');
  lines.length = 0;
  const answer = await open(staff, id);
  await portal.pool.query('drop trigger full_disk on customer_views');
  expect([answer.statusCode, answer.json().id]).toEqual([200, id]);
  expect(lines).toMatchObject([{ actorId: staff.id, userId: id, msg: 'the view of a customer could not be audited' }]);
  expect(await views(id)).toEqual([]);
});

it('what keeps a view from being audited again is deleted when it is over', async () => {
  const id = await newCustomer();
  await open(staff, id);
  const kept = async () => (await portal.pool.query('select 1 from customer_views where user_id = $1', [id])).rowCount;
  await pruneCustomerViews(portal.database);
  expect(await kept()).toBe(1);
  await portal.pool.query("update customer_views set viewed_at = viewed_at - interval '10 minutes'");
  await pruneCustomerViews(portal.database);
  expect(await kept()).toBe(0);
});
