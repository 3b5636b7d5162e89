import type { CorrectionForm as Form } from '@portal/contract/identity/corrections';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail, tokenIn } from '../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

type CorrectionForm = Form & { readonly language: LanguageCode };

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let portal: TestPortal;
let first: Staff;
let second: Staff;
const staffCalled = (firstName: string, role: StaffRole = 'support') =>
  createStaff(portal, { firstName, lastName: 'Eze' }, role);
beforeAll(async () => {
  portal = await startTestPortal();
  [first, second] = [await staffCalled('Ngozi'), await staffCalled('Tunde')];
});
afterAll(() => portal.close());

let customer: { readonly id: number; readonly email: string };
let browser: TestBrowser;
beforeEach(async () => {
  browser = portal.browser();
  customer = (await browser.register({ firstName: 'Amina', lastName: 'Bello' })).json().user;
});

let numbers = 0;
const newNumber = () => `+23480355${String(5000 + numbers++).padStart(5, '0')}`;
let mailboxes = 0;
const newMailbox = () => `new-${mailboxes++}@post.example`;

const FACTS = { identifiedBy: 'Two facts matched', reason: 'Married' };
const CARD = { identifiedBy: 'Identity card seen', reason: 'Lost that mailbox' };
const correct = (form: Partial<CorrectionForm>, who = first, id = customer.id) =>
  who.browser.put(`/api/staff/customers/${id}`, { ...FACTS, ...form });
const page = async (who = first) => (await who.browser.get(`/api/staff/customers/${customer.id}`)).json();
const waiting = async (who = first) =>
  (await who.browser.get(`/api/staff/customers/${customer.id}/contact-changes`)).json();
const open = (token: string) => portal.browser().post('/api/contact-changes/confirm', { token });
const notMe = (token: string) => portal.browser().post('/api/not-me', { token });
const approvalOf = async (kind: string) =>
  (await second.browser.get(`/api/staff/identity-approvals?customer=${customer.id}&state=waiting`))
    .json()
    .find((one: { kind: string }) => one.kind === kind);
const decide = (id: string, approve: boolean, who = second) =>
  who.browser.post(`/api/staff/identity-approvals/${id}/decision`, { approve, reason: 'NIN card, same face' });
const signIn = (email: string) => portal.browser().post('/api/login', { email, password: GOOD_PASSWORD });
const textsTo = async (phone: string): Promise<string[]> =>
  (
    await portal.pool.query<{ text: string }>(
      "select text from outbox_messages where recipient = $1 and channel = 'sms' order by id",
      [phone],
    )
  ).rows.map(({ text }) => text);
const tokenInText = (text: string | undefined) => /#token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const lastMail = async (to: string) => (await readMail(portal, to)).at(-1);
const verify = (phone: string, id = customer.id) =>
  portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [id, phone]);
const auditOf = async () =>
  (
    await portal.pool.query<{ action: string; actor_id: number; before: object; after: object }>(
      "select action, actor_id, before, after from audit_records where subject = $1 and action like 'customer.c%' order by id",
      [`customer:${customer.id}`],
    )
  ).rows;
const bell = async (): Promise<string[]> =>
  (
    await portal.pool.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [customer.id])
  ).rows.map(({ kind }) => kind);

describe('a name or language that staff correct', () => {
  it('is changed at once, told to the customer, and on record with how they were identified and why', async () => {
    const answer = await correct({ firstName: 'Amina', lastName: 'Bello-Yusuf', language: 'ha' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id: customer.id, name: 'Amina Bello-Yusuf', waiting: [] });
    expect((await first.browser.get(`/api/staff/customers/${customer.id}/correction`)).json()).toMatchObject({
      lastName: 'Bello-Yusuf',
      language: 'ha',
      devices: 1,
      passkeys: 0,
      hasApp: false,
    });
    expect((await browser.get('/api/user')).statusCode).toBe(200);
    expect((await lastMail(customer.email))?.subject).toBe('Your details were corrected');
    expect(await auditOf()).toMatchObject([
      {
        action: 'customer.correct',
        actor_id: first.id,
        before: { lastName: 'Bello' },
        after: { ...FACTS, language: 'ha' },
      },
    ]);
    const timeline = (await first.browser.get(`/api/staff/customers/${customer.id}/timeline?kind=correction`)).json();
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: 'customer.correct', text: 'Two facts matched, Married', by: 'Ngozi Eze' }),
    );
  });

  it('is refused in a sentence where nothing would change or it is not said how the customer was identified', async () => {
    const cases: readonly [Partial<CorrectionForm>, string][] = [
      [{ lastName: 'Bello' }, 'reason'],
      [{ lastName: 'Yusuf', identifiedBy: 'By their voice' }, 'identifiedBy'],
      [{ lastName: 'Yusuf', identifiedBy: '' }, 'identifiedBy'],
      [{ lastName: 'Yusuf', identifiedBy: 'Called back' }, 'identifiedBy'],
      [{ lastName: 'Yusuf', reason: ' ' }, 'reason'],
      [{ email: 'not a mailbox' }, 'email'],
      [{ lost: ['app'] }, 'identifiedBy'],
      [{ lost: ['app'], ...CARD }, 'lost'],
    ];
    for (const [form, field] of cases) {
      const refused = await correct(form);
      expect(refused.statusCode, JSON.stringify(form)).toBe(422);
      expect(refused.json().errors, JSON.stringify(form)).toHaveProperty(field);
    }
    expect((await correct({ phone: '01 234 5678' })).json().errors).toHaveProperty('phone');
    expect((await page()).name).toBe('Amina Bello');
    const record = (await auditOf()).map(({ action, after }) => ({ action, ...after }));
    expect(record).toMatchObject(
      ['By their voice', 'Called back', 'Two facts matched'].map((identifiedBy) => ({
        action: 'customer.correct-refused',
        identifiedBy,
      })),
    );
  });

  it('counts a call back only where a number of the account is verified', async () => {
    await verify(newNumber());
    expect((await correct({ lastName: 'Yusuf', identifiedBy: 'Called back' })).statusCode).toBe(200);
  });

  it('is not changed by somebody in the same account, for staff, or by a role without the permission', async () => {
    const own = await staffCalled('Ada');
    expect((await correct({ lastName: 'Eze' }, own, own.id)).json().code).toBe('customer.own-account');
    await portal.pool.query("insert into account_people (account_id, user_id, role) values ($1, $2, 'billing')", [
      customer.id,
      own.id,
    ]);
    expect((await correct({ lastName: 'Eze' }, own)).json().code).toBe('customer.own-account');
    expect((await correct({ lastName: 'Eze' }, first, second.id)).json().code).toBe('customer.is-staff');
    expect((await correct({ lastName: 'Eze' }, first, 2_000_000_000)).json().code).toBe('customer.not-found');
    const technician = await staffCalled('Ada', 'technician');
    expect((await correct({ lastName: 'Eze' }, technician)).json().code).toBe('staff.permission');
    await portal.pool.query("update sessions set proven_at = now() - interval '1 hour' where user_id = $1", [own.id]);
    expect((await correct({ lastName: 'Eze' }, own)).json().code).toBe('session.proof-required');
  });
});

describe('a new mailbox without a card', () => {
  it('counts once its own link was opened; until then the old one signs in and gets the mails', async () => {
    const email = newMailbox();
    const answer = (await correct({ email })).json();
    expect(answer).toMatchObject({ email: customer.email, waiting: [{ what: 'mailbox', for: 'link' }] });
    expect(await waiting()).toMatchObject([{ what: 'mailbox', from: customer.email, to: email, ...FACTS }]);
    expect((await lastMail(customer.email))?.subject).toBe('Somebody asked to change your email address');
    expect((await signIn(customer.email)).statusCode).toBe(200);
    expect((await signIn(email)).statusCode).toBe(401);
    await portal.browser().post('/api/password-reset/request', { email: customer.email });
    const resetToken = tokenIn(await lastMail(customer.email));

    const opened = await open(tokenIn(await lastMail(email)));
    expect(opened.statusCode, opened.body).toBe(200);
    expect(opened.json()).toMatchObject({ what: 'mailbox' });
    expect(await page()).toMatchObject({ email, emailVerified: true });
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await signIn(customer.email)).statusCode).toBe(401);
    const reset = { token: resetToken, newPassword: 'Kilishi-Drum-88' };
    expect((await portal.browser().post('/api/password-reset/confirm', reset)).json().code).toBe(
      'account.link-expired',
    );
    expect((await lastMail(customer.email))?.subject).toBe('Your email address was changed');
    expect((await readMail(portal, email)).map(({ subject }) => subject)).toContain('This is your email address now');
    expect(await waiting()).toEqual([]);
    expect(await bell()).toEqual(expect.arrayContaining(['contact-change-asked', 'contact-changed']));
    expect(await auditOf()).toMatchObject([
      { action: 'customer.contact-change', actor_id: first.id },
      { action: 'customer.contact-changed', after: { email, ...FACTS, requestedBy: first.id, confirmedBy: null } },
    ]);
  });

  it('counts once, however often and however many at once open its link', async () => {
    const email = newMailbox();
    await correct({ email });
    const token = tokenIn(await lastMail(email));
    const race = await Promise.all([open(token), open(token), open(token)]);
    expect(race.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await open(token)).statusCode).toBe(200);
    expect((await auditOf()).filter(({ action }) => action === 'customer.contact-changed')).toHaveLength(1);
  });

  it('is refused at once where somebody else has it, and at the click where they got it meanwhile', async () => {
    const other = (await portal.browser().register()).json().user.email;
    const refused = await correct({ email: other });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'account.email-taken', errors: { email: expect.any(String) } });
    const email = newMailbox();
    await correct({ email });
    const token = tokenIn(await lastMail(email));
    await portal.browser().register({ email });
    expect((await open(token)).json().code).toBe('account.email-taken');
    expect((await page()).email).toBe(customer.email);
  });

  it('waits no longer once it is withdrawn, replaced by another one, or 48 hours old', async () => {
    const [one, two] = [newMailbox(), newMailbox()];
    await correct({ email: one });
    await correct({ email: two });
    expect((await open(tokenIn(await lastMail(one)))).json().code).toBe('account.link-expired');
    const [{ id }] = await waiting();
    const withdraw = () => first.browser.delete(`/api/staff/contact-changes/${id}`);
    expect((await withdraw()).statusCode).toBe(200);
    expect((await withdraw()).json().code).toBe('contact-change.not-found');
    expect((await open(tokenIn(await lastMail(two)))).json().code).toBe('account.link-expired');
    const three = newMailbox();
    await correct({ email: three });
    await portal.pool.query("update contact_changes set expires_at = now() where state = 'waiting' and user_id = $1", [
      customer.id,
    ]);
    expect((await open(tokenIn(await lastMail(three)))).json().code).toBe('account.link-expired');
    portal.startJobs();
    portal.wakeJobs('contact changes');
    await vi.waitUntil(async () => (await bell()).includes('contact-change-expired'), { timeout: 10_000 });
    expect((await lastMail(customer.email))?.subject).toBe('Nothing has changed');
    expect((await page()).email).toBe(customer.email);
  });

  it('is either withdrawn or counts when both happen at once', async () => {
    const email = newMailbox();
    await correct({ email });
    const [{ id }] = await waiting();
    const token = tokenIn(await lastMail(email));
    const [opened, withdrawn] = await Promise.all([
      open(token),
      first.browser.delete(`/api/staff/contact-changes/${id}`),
    ]);
    expect([opened.statusCode === 200, withdrawn.statusCode === 200].filter(Boolean)).toHaveLength(1);
    expect((await page()).email).toBe(opened.statusCode === 200 ? email : customer.email);
  });

  it('is asked for three times in a day at most', async () => {
    for (let time = 0; time < 3; time++) expect((await correct({ email: newMailbox() })).statusCode).toBe(200);
    const refused = await correct({ email: newMailbox() });
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(/three times today/);
    expect((await correct({ email: newMailbox(), ...CARD })).statusCode).toBe(429);
    expect((await correct({ lastName: 'Yusuf' })).statusCode).toBe(200);
  });

  it('goes back to the old one when its owner says that it was not them, also after it counts', async () => {
    const email = newMailbox();
    await correct({ email });
    const asked = tokenIn(await lastMail(customer.email));
    await open(tokenIn(await lastMail(email)));
    expect((await notMe(asked)).json()).toMatchObject({ next: 'mail' });
    expect(await page()).toMatchObject({ email: customer.email });
    expect((await signIn(email)).statusCode).toBe(401);
    expect((await signIn(customer.email)).statusCode).toBe(401);
    expect((await lastMail(customer.email))?.subject).toBe('Set a new password');
  });

  it('opens nothing any more when its owner says beforehand that it was not them', async () => {
    const email = newMailbox();
    await correct({ email });
    await notMe(tokenIn(await lastMail(customer.email)));
    expect((await open(tokenIn(await lastMail(email)))).json().code).toBe('account.link-expired');
  });
});

describe('a new telephone number', () => {
  it('counts once the link that was texted to it was opened; the old number is told, and can take it back', async () => {
    const [old, fresh] = [newNumber(), newNumber()];
    await verify(old);
    const answer = (await correct({ phone: fresh.replace('+234', '0') })).json();
    expect(answer).toMatchObject({ phone: old, waiting: [{ what: 'phone', for: 'link' }] });
    const [change] = await waiting();
    expect(Date.parse(answer.waiting[0].until) - Date.parse(change.requestedAt)).toBe(10 * 60_000);
    expect((await textsTo(old)).at(-1)).toMatch(/asked to change your telephone number. Not you\? http/);
    expect((await open(tokenInText((await textsTo(fresh)).at(-1)))).json()).toMatchObject({ what: 'phone' });
    expect(await page()).toMatchObject({ phone: fresh, phoneVerified: true, email: customer.email });
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await textsTo(fresh)).at(-1)).toMatch(/is the telephone number of your account now/);
    expect((await notMe(tokenInText((await textsTo(old)).at(-1)))).json()).toMatchObject({ next: 'mail' });
    expect(await page()).toMatchObject({ phone: old, phoneVerified: true });
  });

  it('is the name at sign-in of who has no mailbox, who is let back in by a text', async () => {
    const [old, fresh] = [newNumber(), newNumber()];
    const walkIn = await first.browser.post('/api/staff/customers', {
      firstName: 'Rabi',
      lastName: 'Sani',
      phone: old,
    });
    customer = { id: walkIn.json().customer.id, email: '' };
    await correct({ phone: fresh });
    await open(tokenInText((await textsTo(fresh)).at(-1)));
    expect(await page()).toMatchObject({ phone: fresh, email: '' });
    const toOld = (await textsTo(old)).find((text) => text.includes('was changed'));
    expect((await notMe(tokenInText(toOld))).json()).toMatchObject({ next: 'text' });
    expect(await page()).toMatchObject({ phone: old, email: '' });
    expect((await textsTo(old)).at(-1)).toMatch(/reset-password#token=/);
  });

  it('is not one that somebody else has verified, then or meanwhile', async () => {
    const other = (await portal.browser().register()).json().user.id;
    const number = newNumber();
    await verify(number, other);
    const refused = await correct({ phone: number });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'customer.phone-taken', errors: { phone: expect.any(String) } });
    const fresh = newNumber();
    await correct({ phone: fresh });
    await verify(fresh, other);
    expect((await open(tokenInText((await textsTo(fresh)).at(-1)))).json().code).toBe('customer.phone-taken');
    expect((await page()).phone).toBeNull();
  });

  it('that is on record without proof can be proved as it is', async () => {
    const number = newNumber();
    await portal.pool.query('update users set phone = $2 where id = $1', [customer.id, number]);
    await correct({ phone: number });
    const token = tokenInText((await textsTo(number)).at(-1));
    await portal.pool.query('update contact_changes set expires_at = now() where user_id = $1', [customer.id]);
    expect((await open(token)).json().code).toBe('account.link-expired');
    await correct({ phone: number });
    await open(tokenInText((await textsTo(number)).at(-1)));
    expect(await page()).toMatchObject({ phone: number, phoneVerified: true });
  });
});

describe('a customer at the counter who has lost the old mailbox', () => {
  it('gets the new one at once when two members of staff have seen the card', async () => {
    const email = newMailbox();
    const answer = (await correct({ email, ...CARD })).json();
    expect(answer).toMatchObject({ email: customer.email, waiting: [{ what: 'mailbox', for: 'second-person' }] });
    expect(await readMail(portal, email)).toEqual([]);
    const { id } = await approvalOf('mailbox');
    const race = await Promise.all([decide(id, true), decide(id, true)]);
    expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    expect(await page()).toMatchObject({ email, emailVerified: true });
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await lastMail(customer.email))?.subject).toBe('Your email address was changed');
    expect((await auditOf()).at(-1)).toMatchObject({
      action: 'customer.contact-changed',
      actor_id: second.id,
      after: { email, identifiedBy: 'Identity card seen', requestedBy: first.id, confirmedBy: second.id },
    });
  });

  it('reads that it is taken or outdated when the account or the mailbox has changed meanwhile', async () => {
    const email = newMailbox();
    await correct({ email, ...CARD });
    const { id } = await approvalOf('mailbox');
    await portal.browser().register({ email });
    expect((await decide(id, true)).json().code).toBe('account.email-taken');
    await decide(id, false);
    await correct({ phone: newNumber(), ...CARD });
    const phone = await approvalOf('phone');
    await verify(newNumber());
    expect((await decide(phone.id, true)).json().code).toBe('identity-approval.outdated');
  });

  it('loses passkeys or the app only through the second person; what is not lost stays', async () => {
    await portal.pool.query(
      `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, transports, synced, name)
       values ($1, $2, 'x', 'x', 0, '{}', false, 'Phone')`,
      [customer.id, `passkey-${customer.id}`],
    );
    await portal.pool.query(
      `insert into staff_second_factors (user_id, encrypted_secret, confirmed_at) values ($1, 'x', now())`,
      [customer.id],
    );
    const facts = () => first.browser.get(`/api/staff/customers/${customer.id}/correction`).then((read) => read.json());
    expect((await correct({ lost: ['app'], ...CARD })).json().waiting).toMatchObject([
      { what: 'second-factor', for: 'second-person' },
    ]);
    expect(await facts()).toMatchObject({ passkeys: 1, hasApp: true });
    const { id } = await approvalOf('second-factor');
    expect((await decide(id, true)).statusCode).toBe(200);
    expect(await facts()).toMatchObject({ passkeys: 1, hasApp: false, devices: 0 });
    expect((await lastMail(customer.email))?.subject).toBe('Passkeys or the authenticator app were taken away');
    const email = newMailbox();
    await correct({ email, ...CARD });
    await decide((await approvalOf('mailbox')).id, true);
    expect(await facts()).toMatchObject({ passkeys: 1 });
  });
});

describe('who reads what was corrected', () => {
  it('sees mailboxes and numbers masked unless they may correct them', async () => {
    const email = newMailbox();
    await correct({ email });
    const auditor = await staffCalled('Ada', 'auditor');
    const [mailbox] = await waiting(auditor);
    expect(mailbox).toMatchObject({ from: 'c…@mail.example', to: 'n…@post.example' });
    const read = async (who: Staff) =>
      (await who.browser.get(`/api/staff/audit?subject=customer:${customer.id}`)).json();
    expect(await read(auditor)).toContainEqual(
      expect.objectContaining({
        action: 'customer.contact-change',
        after: expect.objectContaining({ email: 'n…@post.example' }),
      }),
    );
    const manager = await staffCalled('Ada', 'manager');
    expect(await read(manager)).toContainEqual(
      expect.objectContaining({ action: 'customer.contact-change', after: expect.objectContaining({ email }) }),
    );
  });
});
