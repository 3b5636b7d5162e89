import type { MergeSuggestion } from '@portal/contract/console/account-merges';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

let people = 0;
async function newCustomer(person: object = {}): Promise<number> {
  const { user } = (await portal.browser().register({ lastName: `Eze ${people++}`, ...person })).json();
  return Number(user.id);
}
const suggested = async (id: number): Promise<MergeSuggestion[]> =>
  (await staff.browser.get(`/api/staff/customers/${id}/merge-suggestions`)).json();
const signsFor = async (id: number, other: number) => (await suggested(id)).find((one) => one.id === other)?.signs;
const run = (statement: string, ...values: unknown[]) => portal.pool.query(statement, values);

it('a number that both have verified suggests one person, a number that only one has does not', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()];
  await run("update users set phone = '+2348031112233' where id = any($1)", [one, other]);
  await run('update users set phone_verified_at = now() where id = $1', one);
  expect(await signsFor(one, other)).toBeUndefined();
  await run('update users set phone_verified_at = now() where id = $1', other);
  expect(await signsFor(one, other)).toEqual(['phone']);
  expect(await signsFor(other, one)).toEqual(['phone']);
});

it('a name however it is written suggests one person with the same number or place, alone it does not', async () => {
  const one = await newCustomer({ firstName: "Sa'adatu", lastName: 'Ɗan-Ladi' });
  const other = await newCustomer({ firstName: 'Saʼadatu', lastName: 'Dan Ladi' });
  expect(await signsFor(one, other)).toBeUndefined();
  await run("update lines set place = '12 Allen Avenue, Ikeja' where id = $1", one);
  await run("update lines set place = '12 ALLEN AVENUE, IKEJA' where id = $1", other);
  expect(await signsFor(one, other)).toEqual(['name']);
});

it('a saved card and the hardware of a line suggest one person, with all their signs together', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()];
  for (const id of [one, other]) {
    await run(
      "insert into payment_methods (user_id, provider, reference, card_signature) values ($1, 'paystack', 'x', 'same-card')",
      id,
    );
    await run(
      "insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, 'login' || $1::int, 'open', 10, now())",
      id,
    );
    await run(
      "insert into line_addresses (username, mac, seen_at) values ('login' || $1::int, '001122334455', now())",
      id,
    );
  }
  expect(await signsFor(one, other)).toEqual(['card', 'device']);
});

it('nobody is suggested who works here, is disabled, is a company, or was said to be somebody else', async () => {
  const one = await newCustomer();
  const others = [await newCustomer(), await newCustomer(), await newCustomer(), await newCustomer()];
  const [colleague = 0, disabled = 0, company = 0, stranger = 0] = others;
  await run("update users set phone = '+2348099998888', phone_verified_at = now() where id = any($1)", [
    one,
    ...others,
  ]);
  expect((await suggested(one)).map(({ id }) => id)).toEqual(others.toReversed());
  await run("update users set role = 'admin' where id = $1", colleague);
  await run('update users set disabled = true where id = $1', disabled);
  await run("update accounts set kind = 'company' where id = $1", company);
  expect((await suggested(one)).map(({ id }) => id)).toEqual([stranger]);
  const dismissals = `/api/staff/customers/${stranger}/merge-suggestions/dismissals`;
  for (const _ of [1, 2]) expect((await staff.browser.post(dismissals, { other: one })).statusCode).toBe(200);
  expect(await suggested(one)).toEqual([]);
  expect(await suggested(stranger)).toEqual([]);
  const audit = await run("select subject from audit_records where action = 'account-merge.dismiss'");
  expect(audit.rows).toEqual([{ subject: `customer:${stranger}` }]);
  expect((await staff.browser.post(dismissals, { other: stranger })).json().code).toBe('account-merge.same');
  expect((await staff.browser.post(dismissals, { other: 2_000_000_000 })).statusCode).toBe(404);
  expect((await staff.browser.get('/api/staff/customers/2000000000/merge-suggestions')).statusCode).toBe(404);
});

it('ten are suggested at most', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => newCustomer()));
  await run("update users set phone = '+2348077776666', phone_verified_at = now() where id = any($1)", many);
  expect((await suggested(many[0] ?? 0)).length).toBe(10);
});
