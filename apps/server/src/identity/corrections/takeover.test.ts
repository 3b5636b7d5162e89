import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

// Somebody who knows a customer's name and bill, or a member of staff, wants their account.

let portal: TestPortal;
let first: Staff;
let second: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  first = await createStaff(portal, { firstName: 'Ngozi', lastName: 'Eze' }, 'support');
  second = await createStaff(portal, { firstName: 'Tunde', lastName: 'Ojo' }, 'support');
});
afterAll(() => portal.close());

let owner: { readonly id: number; readonly email: string };
let thief: string;
let thieves = 0;
beforeEach(async () => {
  owner = (await portal.browser().register()).json().user;
  thief = `thief-${thieves++}@mail.example`;
});

const ask = (form: object, who = first) =>
  who.browser.put(`/api/staff/customers/${owner.id}`, { identifiedBy: 'Two facts matched', reason: 'Asked', ...form });
const SEEN = { identifiedBy: 'Identity card seen' };
const emailOf = async () => (await first.browser.get(`/api/staff/customers/${owner.id}`)).json().email;
const lastMail = async (to: string) => (await readMail(portal, to)).at(-1);
const subjects = async () => (await readMail(portal, owner.email)).map(({ subject }) => subject);
const approvalId = async (): Promise<string> =>
  (await second.browser.get(`/api/staff/identity-approvals?customer=${owner.id}&state=waiting`)).json()[0].id;
const decide = (who: Staff, id: string, approve: boolean) =>
  who.browser.post(`/api/staff/identity-approvals/${id}/decision`, { approve, reason: 'Looked at the card' });
/** What the audit log keeps of callers who were not identified well enough. */
const refusedOnRecord = async () => {
  const { rows } = await portal.pool.query(
    "select after ->> 'identifiedBy' as way from audit_records where action = 'customer.correct-refused' and subject = $1 order by id",
    [`customer:${owner.id}`],
  );
  return rows.map(({ way }) => way);
};
const open = (token: string) => portal.browser().post('/api/contact-changes/confirm', { token });
const notMe = (token: string) => portal.browser().post('/api/not-me', { token });

it('does not get in by two facts when the owner sees the mail first', async () => {
  await ask({ email: thief });
  expect(await subjects()).toContain('Somebody asked to change your email address');
  await notMe(tokenIn(await lastMail(owner.email)));
  expect((await open(tokenIn(await lastMail(thief)))).json().code).toBe('account.link-expired');
  expect(await emailOf()).toBe(owner.email);
});

it('does not keep what two facts gave, even where they say themselves that it was not them', async () => {
  await ask({ email: thief });
  const ownersLink = tokenIn(await lastMail(owner.email));
  await open(tokenIn(await lastMail(thief)));
  await portal.browser('198.51.100.9').post('/api/login', { email: thief, password: GOOD_PASSWORD });
  const mail = (await readMail(portal, thief)).find(({ text }) => text.includes('/not-me#token='));
  expect((await notMe(tokenIn(mail))).statusCode).toBe(200);
  expect(await emailOf()).toBe(thief);
  expect((await notMe(ownersLink)).json()).toMatchObject({ next: 'mail' });
  expect(await emailOf()).toBe(owner.email);
  const later = (await readMail(portal, thief)).filter(({ text }) => text.includes('/not-me#token='));
  for (const each of later) expect((await notMe(tokenIn(each))).statusCode).toBe(422);
});

it('does not have passkeys or the app taken away without a card', async () => {
  expect((await ask({ lost: ['app'] })).statusCode).toBe(422);
  expect((await ask({ lost: ['passkeys'], identifiedBy: 'Called back' })).statusCode).toBe(422);
  expect(await refusedOnRecord()).toEqual(['Two facts matched', 'Called back']);
});

it('does not get in with a colleague who says that there was a card', async () => {
  await ask({ email: thief, ...SEEN });
  const id = await approvalId();
  expect((await decide(first, id, true)).json().code).toBe('identity-approval.second-person');
  expect((await decide(second, id, false)).statusCode).toBe(200);
  expect(await emailOf()).toBe(owner.email);
  expect((await readMail(portal, thief)).length).toBe(0);
  expect((await subjects()).at(-1)).toBe('Somebody asked us to change how you sign in');
});

it('does not get in with a second person of whom the role does not allow it, or who belongs to the account', async () => {
  await ask({ email: thief, ...SEEN });
  const id = await approvalId();
  const technician = await createStaff(portal, { firstName: 'Obi', lastName: 'Ude' }, 'technician');
  expect((await decide(technician, id, true)).json().code).toBe('staff.permission');
  const relative = await createStaff(portal, { firstName: 'Ada', lastName: 'Adu' }, 'support');
  await portal.pool.query("insert into account_people (account_id, user_id, role) values ($1, $2, 'owner')", [
    owner.id,
    relative.id,
  ]);
  expect((await decide(relative, id, true)).json().code).toBe('customer.own-account');
  expect((await ask({ email: thief, ...SEEN }, relative)).json().code).toBe('customer.own-account');
  expect(await emailOf()).toBe(owner.email);
});

it('is not confirmed any more once the owner has said that it was not them', async () => {
  await ask({ email: thief, ...SEEN });
  const id = await approvalId();
  await notMe(tokenIn(await lastMail(owner.email)));
  expect((await decide(second, id, true)).json().code).toBe('identity-approval.not-found');
  expect(await emailOf()).toBe(owner.email);
});

it('cannot make a call back of a number that they have just brought along', async () => {
  expect((await ask({ phone: '08035559999', identifiedBy: 'Called back' })).statusCode).toBe(422);
  expect(await refusedOnRecord()).toEqual(['Called back']);
});
