import type { Account, OwnAccount } from '@portal/contract/identity/account-people';
import { isAccountNumber } from '@portal/kernel/account-number';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const ACCOUNT = '/api/user/account';
const INVITATIONS = `${ACCOUNT}/invitations`;
const ACCEPT = '/api/account-invitations/accept';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

type Person = { readonly browser: TestBrowser; readonly id: number; readonly email: string };

async function person(fields: Record<string, unknown> = {}): Promise<Person> {
  const browser = portal.browser();
  const { user } = (await browser.register(fields)).json();
  return { browser, id: user.id, email: user.email };
}

async function invite(owner: Person, email: string, role: string): Promise<string> {
  expect((await owner.browser.post(INVITATIONS, { email, role })).statusCode).toBe(200);
  return tokenIn((await readMail(portal, email)).at(-1));
}

/** Somebody in the owner's account, who acts for it. */
async function join(owner: Person, role: 'owner' | 'billing' | 'technical'): Promise<Person> {
  const member = await person();
  const token = await invite(owner, member.email, role);
  expect((await member.browser.post(ACCEPT, { token })).json()).toMatchObject({ account: { id: owner.id, role } });
  return member;
}

const accountOf = async ({ browser }: Person): Promise<Account> => (await browser.get(ACCOUNT)).json();
const accountsOf = async ({ browser }: Person): Promise<OwnAccount[]> =>
  (await browser.get('/api/user/accounts')).json();

it('everybody who registers owns an account with a number of their own', async () => {
  const [ada, bola] = [await person({ firstName: 'Ada', lastName: 'Obi' }), await person()];
  const account = await accountOf(ada);
  expect(account).toEqual({
    accountNumber: expect.any(String),
    kind: 'home',
    role: 'owner',
    people: [{ id: ada.id, name: 'Ada Obi', email: ada.email, role: 'owner' }],
    invitations: [],
  });
  expect(isAccountNumber(account.accountNumber)).toBe(true);
  expect((await accountOf(bola)).accountNumber).not.toBe(account.accountNumber);
});

it('account numbers are ten digits with their check digit, and no two are the same', async () => {
  const { rows } = await portal.pool.query<{ number: string }>(
    `select account_number(id::integer) as number
     from (select generate_series(1, 5000) union all select 2147483647 - generate_series(0, 999)) as ids(id)`,
  );
  expect(rows.filter(({ number }) => !isAccountNumber(number))).toEqual([]);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});

describe('an invitation', () => {
  it('is accepted once; the person acts for the account, and its owners are told', async () => {
    const ada = await person();
    const bola = await person();
    const token = await invite(ada, bola.email, 'billing');
    expect((await accountOf(ada)).invitations).toMatchObject([{ email: bola.email, role: 'billing' }]);
    const answers = await Promise.all([1, 2].map(() => bola.browser.post(ACCEPT, { token })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(await accountOf(bola)).toMatchObject({ role: 'billing', people: [{ id: ada.id }, { id: bola.id }] });
    expect((await accountOf(ada)).invitations).toEqual([]);
    const told = (await readMail(portal, ada.email)).at(-1);
    expect(told?.subject).toBe('Somebody has joined your account');
    expect(told?.text).toContain(bola.email);
  });

  it('does not work once it is withdrawn, replaced by another, or after seven days', async () => {
    const ada = await person();
    const bola = await person();
    const first = await invite(ada, bola.email, 'billing');
    const second = await invite(ada, bola.email, 'technical');
    expect((await bola.browser.post(ACCEPT, { token: first })).statusCode).toBe(422);
    const [open] = (await accountOf(ada)).invitations;
    expect(open?.role).toBe('technical');
    expect((await ada.browser.delete(`${INVITATIONS}/${open?.id}`)).statusCode).toBe(200);
    expect((await ada.browser.delete(`${INVITATIONS}/${open?.id}`)).statusCode).toBe(404);
    expect((await bola.browser.post(ACCEPT, { token: second })).statusCode).toBe(422);
    const third = await invite(ada, bola.email, 'technical');
    await portal.pool.query(
      "update account_invitations set expires_at = now() - interval '1 second' where email = $1",
      [bola.email],
    );
    expect((await bola.browser.post(ACCEPT, { token: third })).statusCode).toBe(422);
    expect(await accountsOf(bola)).toHaveLength(1);
  });

  it('cannot be withdrawn by the owner of another account', async () => {
    const ada = await person();
    await invite(ada, 'somebody@mail.example', 'billing');
    const [open] = (await accountOf(ada)).invitations;
    const outsider = await person();
    expect((await outsider.browser.delete(`${INVITATIONS}/${open?.id}`)).statusCode).toBe(404);
    expect((await accountOf(ada)).invitations).toHaveLength(1);
  });

  it('is refused for somebody who is in the account, and a link that an insider opens stays valid', async () => {
    const ada = await person();
    expect((await ada.browser.post(INVITATIONS, { email: ada.email.toUpperCase(), role: 'owner' })).statusCode).toBe(
      409,
    );
    const bola = await person();
    const token = await invite(ada, bola.email, 'billing');
    expect((await ada.browser.post(ACCEPT, { token })).statusCode).toBe(409);
    expect((await bola.browser.post(ACCEPT, { token })).statusCode).toBe(200);
  });

  it('is not sent without end: five a day to one mailbox, twenty from one account', async () => {
    const ada = await person();
    const bola = await person();
    const send = (owner: Person, email: string) => owner.browser.post(INVITATIONS, { email, role: 'billing' });
    for (let count = 0; count < 5; count++) expect((await send(ada, 'flooded@mail.example')).statusCode).toBe(200);
    expect((await send(bola, 'flooded@mail.example')).statusCode).toBe(429);
    for (let count = 0; count < 15; count++) {
      expect((await send(ada, `friend-${count}@mail.example`)).statusCode).toBe(200);
    }
    const refused = await send(ada, 'one-more@mail.example');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await readMail(portal, 'one-more@mail.example')).toEqual([]);
  });

  it('has room for 50 people in one account', async () => {
    const ada = await person();
    await portal.pool.query(
      `with people as (
         insert into users (email, email_key, password_hash, referral_code)
         select format('member-%s@mail.example', n), format('member-%s@mail.example', n), '', format('MEMBER%s', n)
         from generate_series(1, 49) n returning id
       ) insert into account_people (account_id, user_id, role) select $1, id, 'technical' from people`,
      [ada.id],
    );
    const refused = await ada.browser.post(INVITATIONS, { email: 'too-many@mail.example', role: 'billing' });
    expect(refused.statusCode).toBe(409);
    expect(await readMail(portal, 'too-many@mail.example')).toEqual([]);
  });
});

describe('the owner', () => {
  it('changes what a person may do, and removes them: at their next request they act for their own account', async () => {
    const ada = await person();
    const bola = await join(ada, 'billing');
    const change = await ada.browser.put(`${ACCOUNT}/people/${bola.id}`, { role: 'technical' });
    expect(change.json()).toMatchObject({ person: { id: bola.id, role: 'technical' } });
    expect((await bola.browser.get('/api/user/invoices')).statusCode).toBe(403);
    expect((await ada.browser.delete(`${ACCOUNT}/people/${bola.id}`)).statusCode).toBe(200);
    expect((await ada.browser.delete(`${ACCOUNT}/people/${bola.id}`)).statusCode).toBe(404);
    expect(await accountOf(bola)).toMatchObject({ role: 'owner', people: [{ id: bola.id }] });
  });

  it('who is the last one cannot leave, nor become less; of two who leave at once one stays', async () => {
    const ada = await person();
    await join(ada, 'billing');
    const leave = (someone: Person) => someone.browser.delete(`${ACCOUNT}/people/${someone.id}`);
    expect((await leave(ada)).json()).toMatchObject({ message: expect.stringContaining('needs an owner') });
    expect((await ada.browser.put(`${ACCOUNT}/people/${ada.id}`, { role: 'billing' })).statusCode).toBe(409);
    const bola = await join(ada, 'owner');
    const answers = await Promise.all([leave(ada), leave(bola)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { rows } = await portal.pool.query(
      `select contact_id = any(select user_id from account_people where account_id = a.id and role = 'owner') as stays
       from accounts a where id = $1`,
      [ada.id],
    );
    expect(rows).toEqual([{ stays: true }]);
  });

  it('who leaves hands the mails of the account to another owner', async () => {
    const ada = await person();
    const bola = await join(ada, 'owner');
    expect((await ada.browser.delete(`${ACCOUNT}/people/${ada.id}`)).statusCode).toBe(200);
    expect((await ada.browser.get(ACCOUNT)).json()).toMatchObject({
      message: expect.stringContaining('do not belong'),
    });
    expect((await ada.browser.get('/api/user')).statusCode).toBe(200);
    const ticket = { subject: 'No light', description: 'It went off at noon.', priority: 'high' };
    await bola.browser.post('/api/user/tickets', ticket);
    const staff = await person();
    await portal.pool.query("update users set role = 'admin' where id = $1", [staff.id]);
    const [{ id }] = (await bola.browser.get('/api/user/tickets')).json();
    const reply = { text: 'We are on our way.', clientReplyId: 'r1', note: false };
    expect((await staff.browser.post(`/api/staff/tickets/${id}/replies`, reply)).statusCode).toBe(200);
    expect((await readMail(portal, bola.email)).at(-1)?.subject).toContain('An answer to your ticket');
    expect((await readMail(portal, ada.email)).filter(({ subject }) => subject.includes('answer'))).toEqual([]);
  });
});

it('only an owner invites, withdraws, changes and removes; everybody else may leave', async () => {
  const ada = await person();
  const bola = await join(ada, 'billing');
  const chidi = await join(ada, 'technical');
  for (const { browser } of [bola, chidi]) {
    expect((await browser.post(INVITATIONS, { email: 'x@mail.example', role: 'owner' })).statusCode).toBe(403);
    expect((await browser.put(`${ACCOUNT}/people/${bola.id}`, { role: 'owner' })).statusCode).toBe(403);
    expect((await browser.delete(`${ACCOUNT}/people/${ada.id}`)).statusCode).toBe(403);
  }
  expect((await bola.browser.delete(`${ACCOUNT}/people/${bola.id}`)).statusCode).toBe(200);
  expect((await accountOf(ada)).people.map(({ id }) => id)).toEqual([ada.id, chidi.id]);
});

it('one person acts for each of their accounts in turn, by session; another’s account is not found', async () => {
  const ada = await person();
  const bola = await join(ada, 'technical');
  const own = (await accountsOf(bola)).find(({ current }) => !current);
  expect(own).toMatchObject({ id: bola.id, role: 'owner' });
  const choose = (id: number) => bola.browser.post(`/api/user/accounts/${id}/choose`, {});
  expect((await choose(bola.id)).statusCode).toBe(200);
  expect(await accountOf(bola)).toMatchObject({ role: 'owner', people: [{ id: bola.id }] });
  const outsider = await person();
  expect((await choose(outsider.id)).statusCode).toBe(404);
  expect((await choose(ada.id)).statusCode).toBe(200);
  expect(await accountOf(bola)).toMatchObject({ role: 'technical' });
});

it('each change says in the audit log who made it', async () => {
  const ada = await person();
  const bola = await join(ada, 'billing');
  await ada.browser.put(`${ACCOUNT}/people/${bola.id}`, { role: 'technical' });
  await bola.browser.delete(`${ACCOUNT}/people/${bola.id}`);
  const { rows } = await portal.pool.query(
    'select action, actor_id as actor from audit_records where subject = $1 order by id',
    [`customer:${ada.id}`],
  );
  expect(rows).toEqual([
    { action: 'account.invite', actor: ada.id },
    { action: 'account.join', actor: bola.id },
    { action: 'account.change-role', actor: ada.id },
    { action: 'account.leave', actor: bola.id },
  ]);
});

it('a mail of an invitation names nobody by a name they chose themselves', async () => {
  const ada = await person({ firstName: 'Win a car', lastName: 'at evil.example' });
  const { email } = newCustomer();
  await invite(ada, email, 'owner');
  const mail = (await readMail(portal, email)).at(-1);
  expect(`${mail?.subject} ${mail?.text}`).not.toContain('evil.example');
  expect(mail?.text).toContain(ada.email);
});
