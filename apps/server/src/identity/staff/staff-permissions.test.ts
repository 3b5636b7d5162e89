import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { initialPermissions, type StaffRole, staffRoles } from '@portal/contract/platform/staff-permissions';
import { listAgents } from '@portal/contract/support/staff-chat';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, giveRoles, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const staffCalls = endpoints
  .filter(({ access }) => access === 'admin')
  .map((entry) => [`${entry.method} ${entry.path}`, entry] as const);

let portal: TestPortal;
const staff = {} as Record<StaffRole, Staff>;
beforeAll(async () => {
  portal = await startTestPortal();
  for (const role of staffRoles) staff[role] = await createStaff(portal, { firstName: 'Ada', lastName: role }, role);
});
afterAll(() => portal.close());

const ask = (role: StaffRole, { method, path }: Endpoint) =>
  staff[role].browser.send(method, path.replace(/:\w+/g, 'nothing-by-this-name'), method === 'GET' ? undefined : '{}', {
    'content-type': 'application/json',
  });

const refusalsOf = async (userId: number) =>
  (
    await portal.pool.query(
      "select subject from audit_records where actor_id = $1 and action = 'staff.refuse' order by subject",
      [userId],
    )
  ).rows.map(({ subject }) => subject);

describe.each(staffCalls)('%s', (_name, entry) => {
  it('is open to the roles with its permission, and refused to all others with a sentence', async () => {
    for (const role of staffRoles) {
      const answer = await ask(role, entry);
      const { permission } = entry;
      const isColleague = role !== 'agent' || entry.path !== listAgents.path;
      const isAllowed =
        permission === 'any' ? isColleague : permission && initialPermissions[role].includes(permission);
      if (isAllowed) expect([401, 403], `${role}: ${answer.body}`).not.toContain(answer.statusCode);
      else {
        expect(answer.statusCode, `${role}: ${answer.body}`).toBe(403);
        expect(answer.json()).toMatchObject({
          code: 'staff.permission',
          message: 'Your role in the console does not allow this. An owner of the console can change that.',
        });
      }
    }
  });
});

describe('a role', () => {
  it('may do after the migration what the contract says', async () => {
    const { rows } = await portal.pool.query('select role, permission from staff_role_permissions');
    for (const role of staffRoles) {
      const stored = rows.filter((row) => row.role === role).map(({ permission }) => permission);
      expect(stored.sort(), role).toEqual(role === 'owner' ? [] : [...initialPermissions[role]].sort());
    }
  });

  it('adds to the other roles of the same person', async () => {
    const { id, browser } = await createStaff(portal, { firstName: 'Two', lastName: 'Roles' }, 'technician');
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(403);
    await giveRoles(portal, id, ['technician', 'sales']);
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(200);
  });

  it('is taken with effect for the next request', async () => {
    const { id, browser } = await createStaff(portal, { firstName: 'Was', lastName: 'Sales' }, 'sales');
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(200);
    await portal.pool.query('delete from staff_member_roles where user_id = $1', [id]);
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(403);
  });
});

describe('a refused call', () => {
  it('is audited once for each person, call and minute, also when it is sent many times at once', async () => {
    const { id, browser } = await createStaff(portal, { firstName: 'Asks', lastName: 'Again' }, 'technician');
    await Promise.all(Array.from({ length: 8 }, () => browser.get('/api/staff/plans')));
    await browser.get('/api/staff/audit');
    expect(await refusalsOf(id)).toEqual(['call:GET /api/staff/audit', 'call:GET /api/staff/plans']);
    await portal.pool.query(
      "update staff_refusals set recorded_at = recorded_at - interval '1 minute' where user_id = $1",
      [id],
    );
    await browser.get('/api/staff/plans');
    expect(await refusalsOf(id)).toHaveLength(3);
  });
});

describe('an admin whom the previous release adds', () => {
  it('is an owner, and nothing any longer once it makes them a customer', async () => {
    const browser = portal.browser();
    const { user } = (await browser.register()).json();
    const rolesOf = async () =>
      (await portal.pool.query('select role from staff_member_roles where user_id = $1', [user.id])).rows;
    await portal.pool.query("update users set role = 'admin' where id = $1", [user.id]);
    expect(await rolesOf()).toEqual([{ role: 'owner' }]);
    expect((await browser.get('/api/staff/operations/jobs')).statusCode).toBe(200);
    await portal.pool.query("update users set role = 'customer' where id = $1", [user.id]);
    expect(await rolesOf()).toEqual([]);
  });
});
