import type { StaffPerson } from '@portal/contract/identity/staff-people';
import { closeCodes } from '@portal/contract/platform/live-updates';
import { initialPermissions, permissions, type StaffRole } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { openSocket } from '../../testing/test-socket.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let owner: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.pool.query("update users set role = 'customer' where role = 'admin'");
  owner = await createStaff(portal, { firstName: 'Ola', lastName: 'Owner' });
});

const member = (role: StaffRole) => createStaff(portal, { firstName: 'Sade', lastName: 'Staff' }, role);
const giveRoles = (id: number, roles: StaffRole[], by = owner) =>
  by.browser.put(`/api/staff/people/${id}/roles`, { roles });
const switchTo = (isOn: boolean, id: number, by = owner) =>
  by.browser.put(`/api/staff/people/${id}/active`, { isOn, reason: 'Has left the company' });
const people = async (): Promise<StaffPerson[]> => (await owner.browser.get('/api/staff/people')).json();
const actionsOn = async (subject: string) =>
  (await portal.pool.query('select action from audit_records where subject = $1 order by id', [subject])).rows.map(
    ({ action }) => action,
  );

describe('the caller', () => {
  it('learns who they are and what their roles allow together', async () => {
    const { id, browser } = await member('technician');
    const me = (await browser.get('/api/staff/me')).json();
    expect(me).toEqual({
      id,
      name: 'Sade Staff',
      roles: ['technician'],
      permissions: [...initialPermissions.technician],
    });
    expect((await owner.browser.get('/api/staff/me')).json().permissions).toEqual([...permissions]);
  });
});

describe('a new member of staff', () => {
  const form = { firstName: 'Ngozi', lastName: 'Eze', roles: ['support', 'billing'] };

  it('chooses a password by the mailed link and has the roles; every owner is told', async () => {
    const email = `ngozi-${owner.id}@mail.example`;
    const answer = await owner.browser.post('/api/staff/people', { ...form, email });
    expect(answer.json()).toMatchObject({
      success: true,
      person: { name: 'Ngozi Eze', roles: ['support', 'billing'] },
    });
    const token = tokenIn((await readMail(portal, email)).at(-1));
    const browser = portal.browser();
    await browser.post('/api/password-reset/confirm', { token, newPassword: GOOD_PASSWORD });
    expect((await browser.post('/api/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(200);
    expect((await browser.get('/api/staff/me')).json()).toMatchObject({ roles: ['support', 'billing'] });
    expect((await browser.get('/api/staff/audit')).statusCode).toBe(403);
    expect(JSON.stringify((await readMail(portal, owner.email)).at(-1))).toContain(email);
    expect(await actionsOn(`customer:${answer.json().person.id}`)).toEqual(['staff.appoint']);
  });

  it('cannot be somebody who registered the address before, with a password of their own', async () => {
    const browser = portal.browser();
    const { user } = (await browser.register()).json();
    const answer = await owner.browser.post('/api/staff/people', { ...form, email: user.email });
    expect(answer.statusCode).toBe(200);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    const signIn = await browser.post('/api/login', { email: user.email, password: GOOD_PASSWORD });
    expect(signIn.statusCode).toBe(401);
  });

  it('is added once, and by owners alone', async () => {
    const manager = await member('manager');
    expect((await owner.browser.post('/api/staff/people', { ...form, email: manager.email })).json()).toMatchObject({
      code: 'staff.appointed',
    });
    const refused = await manager.browser.post('/api/staff/people', { ...form, email: 'friend@mail.example' });
    expect(refused.statusCode).toBe(403);
  });
});

describe('whoever is switched off', () => {
  it('is out everywhere: requests, the socket, and a new sign-in, until they are switched on again', async () => {
    const { id, email, browser } = await member('support');
    const socket = await openSocket(portal.app, '/ws/staff', browser);
    expect((await switchTo(false, id)).json()).toMatchObject({ person: { isOn: false } });
    expect((await browser.get('/api/staff/me')).statusCode).toBe(401);
    expect(await socket.closed).toBe(closeCodes.signedOut);
    const signIn = () => portal.browser().post('/api/login', { email, password: GOOD_PASSWORD });
    expect((await signIn()).statusCode).toBe(401);
    const [row] = (await people()).filter((person) => person.id === id);
    expect(row).toMatchObject({ roles: ['support'], isOn: false, lastSignInAt: expect.any(String) });
    await switchTo(true, id);
    expect((await signIn()).statusCode).toBe(200);
    expect(await actionsOn(`customer:${id}`)).toEqual(['staff.switch-off', 'staff.switch-on']);
  });

  it('is nobody else’s business than an owner’s: not of those who look after customers', async () => {
    const manager = await member('manager');
    const answer = await manager.browser.post(`/api/staff/customers/${owner.id}/disable`, { reason: 'Mine now' });
    expect(answer.json()).toMatchObject({ code: 'customer.is-staff' });
    expect((await switchTo(false, owner.id, manager)).statusCode).toBe(403);
    expect((await owner.browser.get('/api/staff/me')).statusCode).toBe(200);
  });
});

describe('the last owner', () => {
  it('stays an owner and switched on', async () => {
    expect((await giveRoles(owner.id, ['manager'])).json()).toMatchObject({ code: 'staff.last-owner' });
    expect((await switchTo(false, owner.id)).json()).toMatchObject({ code: 'customer.oneself' });
    const off = await member('owner');
    await switchTo(false, off.id);
    expect((await giveRoles(owner.id, ['manager'])).statusCode).toBe(409);
  });

  it('is one of two who demote and switch off each other at the same moment', async () => {
    const second = await member('owner');
    await Promise.all([giveRoles(second.id, ['sales']), switchTo(false, owner.id, second)]);
    const { rows } = await portal.pool.query(
      "select u.id from users u join staff_member_roles r on r.user_id = u.id where r.role = 'owner' and not u.disabled and u.role = 'admin'",
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a role', () => {
  const change = (name: string, wanted: string[], by = owner) =>
    by.browser.put(`/api/staff/roles/${name}`, { permissions: wanted });

  it('that an owner changes counts from the next request of those who have it', async () => {
    const { browser } = await member('sales');
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(200);
    const wanted = initialPermissions.sales.filter((permission) => permission !== 'plans:read');
    expect((await change('sales', [...wanted, 'audit:read'])).json()).toMatchObject({ success: true });
    expect((await browser.get('/api/staff/plans')).statusCode).toBe(403);
    expect((await browser.get('/api/staff/audit')).statusCode).toBe(200);
    expect((await change('sales', [...initialPermissions.sales])).statusCode).toBe(200);
    const { rows } = await portal.pool.query(
      "select before, after from audit_records where subject = 'role:sales' order by id limit 1",
    );
    expect(rows).toEqual([{ before: { removed: ['plans:read'] }, after: { added: ['audit:read'] } }]);
  });

  it('is never the owner’s, adds nobody, and of an auditor only reads', async () => {
    for (const [name, wanted] of [
      ['owner', ['plans:read']],
      ['manager', ['staff:write']],
      ['auditor', ['plans:write']],
    ] as const) {
      expect((await change(name, [...wanted])).json(), name).toMatchObject({ code: 'staff.not-grantable' });
    }
    expect((await change('manager', [], await member('manager'))).statusCode).toBe(403);
    expect((await change('manager', ['fly'])).statusCode).toBe(422);
  });
});

describe('the access review', () => {
  it('has a line for each member of staff, with roles, the last use and how they sign in, and is audited', async () => {
    const { email } = await member('network');
    const file = await owner.browser.get('/api/staff/access-review.csv');
    expect(file.body.startsWith('\ufeffid,')).toBe(true);
    const line = file.body.split('\r\n').find((text) => text.includes(email));
    expect(line).toMatch(
      new RegExp(
        `^\\d+,Sade Staff,${email},network,on,no,\\d{4}-.*Z,\\d{4}[\\d-]+ [\\d:]+,\\d{4}-.*Z,\\d{4}[\\d-]+ [\\d:]+,password$`,
      ),
    );
    expect(await actionsOn('export:access-review')).toEqual(['export.download']);
  });

  it('knows the last use also when the session is over', async () => {
    const { id, browser } = await member('network');
    await browser.post('/api/logout', {});
    expect((await people()).find((person) => person.id === id)?.lastUsedAt).toMatch(/Z$/);
  });
});
