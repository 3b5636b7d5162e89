import type { SavedFilter } from '@portal/contract/console/saved-filters';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/saved-filters';

let portal: TestPortal;
let manager: Staff;
let support: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  manager = await createStaff(portal, { firstName: 'Ada', lastName: 'Manager' }, 'manager');
  support = await createStaff(portal, { firstName: 'Ben', lastName: 'Support' }, 'support');
});
afterAll(() => portal.close());

const save = (who: Staff, name: string, query = 'state=active', list = 'customers') =>
  who.browser.post(PATH, { list, name, query });
const listed = async (who: Staff, list = 'customers'): Promise<SavedFilter[]> =>
  (await who.browser.get(`${PATH}?list=${list}`)).json();
const namesOf = async (who: Staff) => (await listed(who)).map(({ name }) => name);

it('a filter is for who saved it, replaced by one with its name, and of one list', async () => {
  await save(support, 'Late payers');
  const again = await save(support, 'late payers', 'owing=overdue');
  expect(await listed(support)).toEqual([again.json().filter]);
  expect(again.json().filter).toMatchObject({ query: 'owing=overdue', isShared: false, by: 'Ben Support' });
  await save(support, 'Late payers', 'status=open', 'tickets');
  expect(await namesOf(support)).toEqual(['late payers']);
  expect(await namesOf(manager)).toEqual([]);
  const { id } = again.json().filter;
  expect((await manager.browser.put(`${PATH}/${id}`, { name: 'Mine' })).json().code).toBe('filter.not-found');
  expect((await save(support, 'x', 'javascript:alert(1)//"<')).statusCode).toBe(422);
});

it('a shared filter is seen by all, and changed only by who may share, audited', async () => {
  const { id } = (await save(manager, 'Abuja')).json().filter;
  expect((await support.browser.put(`${PATH}/${id}/shared`, { isShared: true })).statusCode).toBe(403);
  await manager.browser.put(`${PATH}/${id}/shared`, { isShared: true });
  expect(await namesOf(support)).toEqual(['Abuja', 'late payers']);
  expect((await support.browser.put(`${PATH}/${id}`, { name: 'Mine' })).statusCode).toBe(403);
  expect((await support.browser.delete(`${PATH}/${id}`)).statusCode).toBe(403);
  const other = (await save(manager, 'Other')).json().filter;
  await manager.browser.put(`${PATH}/${other.id}/shared`, { isShared: true });
  expect((await manager.browser.put(`${PATH}/${other.id}`, { name: 'ABUJA' })).json().code).toBe('filter.name-taken');
  expect((await manager.browser.put(`${PATH}/${id}`, { name: 'Abuja city' })).statusCode).toBe(200);
  expect((await manager.browser.delete(`${PATH}/${id}`)).statusCode).toBe(200);
  expect((await manager.browser.delete(`${PATH}/${id}`)).json().code).toBe('filter.not-found');
  const { rows } = await portal.pool.query(
    "select action, after ->> 'name' as name from audit_records where subject = $1 order by id",
    [`filter:${id}`],
  );
  expect(rows).toEqual([
    { action: 'filter.share', name: 'Abuja' },
    { action: 'filter.share', name: 'Abuja city' },
    { action: 'filter.share', name: null },
  ]);
});

it('fifty of a list are enough for one person', async () => {
  await portal.pool.query(
    `insert into saved_filters (list, name, query, owner_id, created_at, updated_at)
     select 'customers', 'filter ' || n, '', $1, now(), now() from generate_series(1, 49) n`,
    [support.id],
  );
  expect((await save(support, 'One more')).json().code).toBe('filter.too-many');
  expect((await save(support, 'filter 7', 'tag=vip')).statusCode).toBe(200);
});
