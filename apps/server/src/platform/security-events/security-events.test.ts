import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createSecurityEvents } from './create-security-events.ts';

let portal: TestPortal;
let origin: string;
beforeEach(async () => {
  portal = await startTestPortal();
  origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => portal.close());

/** What the portal has stored once it has ended. */
async function listEvents() {
  await portal.app.close();
  const { rows } = await portal.pool.query(
    'select event, actor, source, detail, count from security_events order by id',
  );
  return rows;
}

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<void> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...json,
  });
  await answer.text();
}

it('counts failed sign-ins by who was tried, without the e-mail, in one row', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    await call('POST', '/api/login', {}, { email: 'Amina@mail.example', password: 'wrong password' });
  }
  const events = await listEvents();
  expect(events).toEqual([
    {
      event: 'authn_login_fail',
      actor: expect.stringMatching(/^email:[0-9a-f]{16}$/),
      source: expect.stringMatching(/^[0-9a-f]{16}$/),
      detail: 'POST /api/login account.bad-credentials',
      count: 3,
    },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/amina/i);
});

it('names who signed in, failed to change their password and was refused, and what proved nothing', async () => {
  const customer = portal.browser();
  const { user } = (await customer.register({ email: 'amina@mail.example', password: 'a good password 27' })).json();
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await call('POST', '/api/login', {}, { email: 'amina@mail.example', password: 'a good password 27' });
  await call('GET', '/api/staff/audit', { cookie });
  const passwords = { currentPassword: 'not the password', newPassword: 'another good password 27' };
  await call('POST', '/api/user/change-password', { cookie }, passwords);
  await call('POST', '/api/logout', { 'sec-fetch-site': 'cross-site' });
  await call('POST', '/api/network/accounting', { authorization: 'Bearer a wrong token' }, {});
  const events = (await listEvents()).map(({ event, actor, detail }) => [event, actor, detail]);
  expect(events).toEqual([
    ['authn_login_success', `user:${user.id}`, 'POST /api/login'],
    ['authz_fail', `user:${user.id}`, 'GET /api/staff/audit session.forbidden'],
    ['authn_password_change_fail', `user:${user.id}`, 'POST /api/user/change-password account.wrong-password'],
    ['malicious_cors', 'visitor', 'POST /api/logout request.foreign-origin'],
    ['authn_login_fail', 'visitor', 'POST /api/network/accounting network.bad-token'],
  ]);
});

it('a flood from everywhere becomes a thousand rows and one, and none is lost', async () => {
  const { note, flush } = createSecurityEvents({
    database: portal.database,
    clock: () => new Date('2026-11-27T10:00:00Z'),
    hashKey: 'x',
  });
  for (let attempt = 0; attempt < 1100; attempt++) {
    const request = new IncomingMessage(new Socket());
    const address = `10.0.${attempt >> 8}.${attempt & 255}`;
    note(Object.assign(request, { method: 'POST', errorCode: 'request.foreign-origin', clientAddress: address }), 403);
  }
  await flush();
  const events = await listEvents();
  expect(events).toHaveLength(1001);
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(1100);
});
