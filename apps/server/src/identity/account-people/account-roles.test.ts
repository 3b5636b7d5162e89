import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const ofAccount = endpoints
  .filter(({ accountRole }) => accountRole !== undefined)
  .map((entry) => [`${entry.method} ${entry.path}`, entry] as const);

const MEMBERS = ['founder', 'owner', 'billing', 'technical'] as const;
type Member = (typeof MEMBERS)[number];

let portal: TestPortal;
const browsers = {} as Record<Member, TestBrowser>;
beforeAll(async () => {
  portal = await startTestPortal();
  for (const member of MEMBERS) {
    browsers[member] = portal.browser();
    const { user } = (await browsers[member].register()).json();
    if (member === 'founder') continue;
    await browsers.founder.post('/api/user/account/invitations', { email: user.email, role: member });
    const token = tokenIn((await readMail(portal, user.email)).at(-1));
    expect((await browsers[member].post('/api/account-invitations/accept', { token })).statusCode).toBe(200);
  }
  const plans = (await browsers.founder.get('/api/plans')).json();
  await browsers.founder.post('/api/user/subscription', { planId: plans[0].id });
  const ticket = { subject: 'No light', description: 'It went off at noon.', priority: 'high' };
  expect((await browsers.founder.post('/api/user/tickets', ticket)).statusCode).toBe(200);
});
afterAll(() => portal.close());

const ask = (member: Member, entry: Endpoint) => {
  const path = entry.path.replace(/:\w+/g, 'nothing-by-this-name');
  const body = entry.method === 'GET' ? undefined : '{}';
  return browsers[member].send(entry.method, path, body, { 'content-type': 'application/json' });
};

describe.each(ofAccount)('%s', (_name, entry) => {
  it('is open to the people of the account whose role the contract names, and to no others', async () => {
    for (const member of MEMBERS) {
      const role = member === 'founder' ? 'owner' : member;
      const isAllowed = role === 'owner' || entry.accountRole === 'any' || entry.accountRole === role;
      const answer = await ask(member, entry);
      if (isAllowed) expect([401, 403], member).not.toContain(answer.statusCode);
      else expect(answer.json(), member).toMatchObject({ message: expect.stringContaining('owner of this account') });
      if (!isAllowed) expect(answer.statusCode, member).toBe(403);
    }
  });

  it('answers each of them what it answers the person who opened the account', async () => {
    if (entry.method !== 'GET') return;
    const wanted = await ask('founder', entry);
    for (const member of MEMBERS) {
      const answer = await ask(member, entry);
      if (answer.statusCode === 403 || entry.path === '/api/user/account') continue;
      expect(answer.statusCode, member).toBe(wanted.statusCode);
      // The pages of a document have the moment in them.
      if (answer.headers['content-type'] === 'application/pdf') continue;
      const { requestId: _, ...told } = answer.json() ?? {};
      const { requestId: __, ...asked } = wanted.json() ?? {};
      expect(told, member).toEqual(asked);
    }
  });
});

it('the role is in what a person reads about themselves and in the answer to their sign-in, but not an owner’s', async () => {
  for (const member of MEMBERS) {
    const own = (await browsers[member].get('/api/user')).json();
    const expected = member === 'founder' || member === 'owner' ? undefined : member;
    expect(own.accountRole, member).toBe(expected);
  }
  const { email } = (await browsers.billing.get('/api/user')).json();
  const { user } = (await portal.browser().post('/api/login', { email, password: GOOD_PASSWORD })).json();
  // A new session acts for the account that they joined first: their own.
  expect(user.accountRole).toBeUndefined();
  await portal.pool.query(
    "delete from account_people p using users u where u.email = $1 and p.user_id = u.id and p.role = 'owner'",
    [email],
  );
  const again = (await portal.browser().post('/api/login', { email, password: GOOD_PASSWORD })).json();
  expect(again.user.accountRole).toBe('billing');
});
