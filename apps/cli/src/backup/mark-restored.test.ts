import { callWithKey, createKey } from '@portal/server/testing/api-key';
import { createStaff, type Staff } from '@portal/server/testing/staff-browser';
import { GOOD_PASSWORD } from '@portal/server/testing/test-browser';
import { startTestPortal, type TestPortal } from '@portal/server/testing/test-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markRestored } from './mark-restored.ts';

let portal: TestPortal;
let owner: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  owner = await createStaff(portal);
});
afterAll(() => portal.close());

const KEYS = '/api/staff/api-keys';
const statusOf = async (key: string) => (await callWithKey(portal, key, { url: '/api/staff/customers' })).statusCode;

it('a restore ends every session and mailed link, and suspends every API key until somebody confirms it', async () => {
  const { id, key } = await createKey(owner, ['customers:read']);
  const customer = portal.browser();
  const { email } = (await customer.register()).json().user;
  await customer.post('/api/password-reset/request', { email });
  expect(await statusOf(key)).toBe(200);

  await markRestored(portal.pool, '/backup', new Date());
  expect((await customer.get('/api/user/invoices')).statusCode).toBe(401);
  expect((await portal.pool.query('select from account_tokens')).rowCount).toBe(0);
  expect((await customer.post('/api/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(200);
  expect(await statusOf(key)).toBe(401);

  const other = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
  const stateOf = async () => (await other.browser.get(KEYS)).json().find((one: { id: string }) => one.id === id).state;
  expect(await stateOf()).toBe('suspended');
  const { key: made } = await createKey(other, ['customers:read']);
  expect(await statusOf(made)).toBe(200);

  for (const _ of [1, 2]) expect((await other.browser.post(`${KEYS}/${id}/confirm`, {})).statusCode).toBe(200);
  expect([await stateOf(), await statusOf(key)]).toEqual(['active', 200]);
  const { rows } = await portal.pool.query("select actor_id from audit_records where action = 'api-key.confirm'");
  expect(rows).toEqual([{ actor_id: other.id }]);
});

it('a key that was revoked or restored again after its confirmation does not work', async () => {
  const staff = await createStaff(portal, { firstName: 'Ife', lastName: 'Alao' });
  const [revoked, kept] = [await createKey(staff, ['customers:read']), await createKey(staff, ['customers:read'])];
  await staff.browser.delete(`${KEYS}/${revoked.id}`);
  await markRestored(portal.pool, '/backup', null);
  const later = await createStaff(portal, { firstName: 'Uche', lastName: 'Eze' });
  for (const { id } of [revoked, kept]) await later.browser.post(`${KEYS}/${id}/confirm`, {});
  expect([await statusOf(revoked.key), await statusOf(kept.key)]).toEqual([401, 200]);
  await markRestored(portal.pool, '/backup', null);
  expect(await statusOf(kept.key)).toBe(401);
});
