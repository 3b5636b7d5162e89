import type { AccountMerge, MergePreview } from '@portal/contract/console/account-merges';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPaymentByReference } from '../../billing/payments/payment.repository.ts';
import { settlePayment } from '../../billing/payments/settlement/settle-payment.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { untilServed } from '../../testing/send-at-once.ts';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MERGES = '/api/staff/account-merges';
const DAY_MS = 24 * 3_600_000;

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

let first: Customer;
let second: Customer;
let from: Customer;
let into: Customer;
beforeEach(async () => {
  [first, second] = [await bed.createStaff(), await bed.createStaff()];
  [from, into] = [await bed.createCustomer(), await bed.createCustomer()];
});

const order = (change: object = {}) => ({
  from: from.id,
  into: into.id,
  dryRun: false,
  identifiedBy: 'Identity card seen',
  reason: 'Registered twice',
  ...change,
});
const ask = (change: object = {}, who = first) => bed.call(who, 'POST', MERGES, order(change));
const preview = async (): Promise<MergePreview> => (await ask({ dryRun: true })).body.preview;
const request = async (): Promise<AccountMerge> => {
  const { status, body } = await ask();
  expect(status, JSON.stringify(body)).toBe(200);
  return body.merge;
};
const approvalOf = async (customer: Customer) => {
  const { body } = await bed.call(second, 'GET', `/api/staff/identity-approvals?customer=${customer.id}&state=waiting`);
  return body[0]?.id as string;
};
const decide = async (approve: boolean, who = second) => {
  const id = await approvalOf(from);
  const reason = 'Seen the card';
  return untilServed(() => bed.call(who, 'POST', `/api/staff/identity-approvals/${id}/decision`, { approve, reason }));
};
const merge = async (): Promise<AccountMerge> => {
  const { id } = await request();
  const { status, body } = await decide(true);
  expect(status, JSON.stringify(body)).toBe(200);
  return (await merges(from)).find((one) => one.id === id) as AccountMerge;
};
const merges = async (customer: Customer): Promise<AccountMerge[]> =>
  (await bed.call(first, 'GET', `/api/staff/customers/${customer.id}/account-merges`)).body;
const undo = async (id: string, who = first) => {
  const answer = await who.browser.delete(`${MERGES}/${id}?reason=Another%20person`);
  return { status: answer.statusCode, body: answer.json() };
};
const signIn = async (email: string, password = GOOD_PASSWORD) => {
  const browser = bed.newBrowser();
  const answer = await browser.post('/api/login', { email, password });
  return { status: answer.statusCode, user: answer.json().user, browser };
};
/** All rows of a table about an account, as they are. */
const snapshot = async () =>
  bed.rows(
    `select (select json_agg(row_to_json(p) order by p.id) from (select id, user_id, status from payments where user_id = any($1)) p) as payments,
       (select json_agg(row_to_json(i) order by i.id) from (select id, user_id, status, total from invoices where user_id = any($1)) i) as invoices,
       (select json_agg(row_to_json(r) order by r.id) from (select id, user_id from receipts where user_id = any($1)) r) as receipts,
       (select json_agg(row_to_json(l) order by l.id) from (select id, account_id from lines where account_id = any($1)) l) as lines,
       (select json_agg(row_to_json(b) order by b.user_id) from (select user_id, balance from credit_balances where user_id = any($1) and balance <> 0) b) as credit,
       (select json_agg(row_to_json(m) order by m.id) from (select id, user_id, is_default from payment_methods where user_id = any($1)) m) as cards,
       (select json_agg(row_to_json(c) order by c.id) from (select id, user_id, payment_method_id from auto_pay_consents where user_id = any($1)) c) as consents,
       (select json_agg(row_to_json(t) order by t.id) from (select id, user_id from support_tickets where user_id = any($1)) t) as tickets,
       (select json_agg(row_to_json(t) order by t.user_id, t.tag) from (select user_id, tag from customer_tags where user_id = any($1)) t) as tags,
       (select json_agg(row_to_json(f) order by f.id) from (select id, referrer_id, referee_id, status from referrals where referrer_id = any($1) or referee_id = any($1)) f) as referrals,
       (select json_agg(row_to_json(u) order by u.id) from (select id, disabled, email, referral_code from users where id = any($1)) u) as users`,
    [[from.id, into.id]],
  );
const giveCredit = (customer: Customer, amount: number) =>
  bed.call(first, 'POST', `/api/staff/customers/${customer.id}/credit`, { amount, reason: 'Long outage' });
const balance = async (customer: Customer) => (await bed.call(customer, 'GET', '/api/user/credit')).body.balance;
const tag = (customer: Customer, tags: string[]) =>
  first.browser.put(`/api/staff/customers/${customer.id}/tags`, { tags });
const verifyMailbox = (customer: Customer) =>
  bed.rows('update users set email_verified_at = now() where id = $1', [customer.id]);
const linkTo = async (customer: Customer) => {
  const [mail] = await bed.rows(
    "select text from outbox_messages where recipient = $1 and message_key like 'account-merge-link:%' order by id desc limit 1",
    [customer.email],
  );
  return /account-merge#token=([\w-]+)/.exec(String(mail?.text))?.[1] ?? '';
};

describe('two accounts of one person', () => {
  it('become one, with everything that belongs to them, proved by the ledger, and are told to both', async () => {
    await bed.pay(from);
    await bed.pay(into, 'flutterwave');
    await giveCredit(from, 1500.5);
    await bed.call(from, 'POST', '/api/user/tickets', { subject: 'No light', description: 'Since Monday' });
    await tag(from, ['vip', 'reseller']);
    await tag(into, ['vip']);
    const friend = await bed.createCustomer({ referredBy: from });

    const shown = await preview();
    expect(shown).toMatchObject({ cannot: [], credit: 1500.5, getsLink: false });
    const goes = Object.fromEntries(shown.goes.map(({ what, count }) => [what, count]));
    expect(goes).toMatchObject({ Payments: 1, Receipts: 1, Invoices: 1, Tickets: 1, Tags: 1 });
    expect(shown.stays.map(({ what }) => what)).toContain('Credit that staff gave');
    expect(shown.ends).toEqual([expect.objectContaining({ what: 'Sessions', count: 1 })]);
    expect((await merges(from)).length).toBe(0);

    const { id } = await request();
    expect(await merges(into)).toMatchObject([{ id, state: 'waiting' }]);
    expect((await signIn(from.email)).user.id).toBe(from.id);
    expect((await decide(true)).status).toBe(200);

    expect(await bed.violations()).toEqual([]);
    expect(await merges(from)).toMatchObject([{ id, state: 'merged', builtOn: [] }]);
    const [lines, payments, invoices, tickets] = await Promise.all(
      ['lines', 'payments', 'invoices', 'tickets'].map(
        async (list) => (await bed.call(into, 'GET', `/api/user/${list}`)).body.length,
      ),
    );
    expect({ lines, payments, invoices, tickets }).toEqual({ lines: 2, payments: 2, invoices: 2, tickets: 1 });
    expect((await bed.call(into, 'GET', '/api/user/credit')).body).toMatchObject({
      balance: 1500.5,
      entries: [{ label: 'From your other account', amount: 1500.5 }],
    });
    const page = (await bed.call(first, 'GET', `/api/staff/customers/${from.id}`)).body;
    expect(page).toMatchObject({ mergedInto: into.id, mergedAccount: { id: into.id }, lines: [], payments: [] });
    expect((await bed.call(first, 'GET', `/api/staff/customers/${into.id}`)).body.tags).toEqual(['reseller', 'vip']);

    await bed.pay(friend, 'quickteller', 20_000);
    expect(await balance(into)).toBe(3500.5);
    const late = await bed.createCustomer({ referredBy: from });
    expect(await bed.rows('select referrer_id from referrals where referee_id = $1', [late.id])).toEqual([
      { referrer_id: into.id },
    ]);
    for (const customer of [from, into]) {
      const told = await bed.rows(
        "select 1 from outbox_messages where recipient = $1 and message_key like 'account-merge:%' and channel = 'email'",
        [customer.email],
      );
      expect(told.length).toBe(1);
      const audited = await bed.rows(
        "select actor_id from audit_records where subject = $1 and action = 'account-merge.merge'",
        [`customer:${customer.id}`],
      );
      expect(audited).toEqual([{ actor_id: second.id }]);
    }
    expect(await bed.violations()).toEqual([]);
  });

  it('are opened by either sign-in afterwards, which is the same person, while the sessions of the old one are over', async () => {
    await merge();
    expect((await from.browser.get('/api/user')).statusCode).toBe(401);
    expect((await into.browser.get('/api/user')).statusCode).toBe(200);
    const old = await signIn(from.email);
    expect(old).toMatchObject({ status: 200, user: { id: into.id, email: into.email } });
    expect((await old.browser.get('/api/user')).json()).toMatchObject({ id: into.id });
    expect((await signIn(from.email, 'not the password 1A!')).status).toBe(401);
    await bed.rows('update users set disabled = true where id = $1', [into.id]);
    expect((await signIn(from.email)).status).toBe(401);
  });

  it('ask for the authenticator app of the account that stays, by either sign-in', async () => {
    await bed.rows(
      "insert into staff_second_factors (user_id, encrypted_secret, confirmed_at) values ($1, 'x', now())",
      [into.id],
    );
    await merge();
    const { browser } = await signIn(from.email);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
  });

  it('lead a new password for the old mailbox on only where that mailbox was verified', async () => {
    await merge();
    const links = async () =>
      bed.rows("select text from outbox_messages where recipient = $1 and message_key like 'password-reset:%'", [
        from.email,
      ]);
    await bed.call(null, 'POST', '/api/password-reset/request', { email: from.email });
    expect(await links()).toEqual([]);
    await verifyMailbox(from);
    await bed.rows('delete from link_mail_counts');
    await bed.call(null, 'POST', '/api/password-reset/request', { email: from.email });
    const token = /#token=([\w-]+)/.exec(String((await links())[0]?.text))?.[1];
    const newPassword = 'Another good one 77!';
    const confirmed = await bed.call(null, 'POST', '/api/password-reset/confirm', { token, newPassword });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect((await into.browser.get('/api/user')).statusCode).toBe(401);
    expect(await signIn(from.email, newPassword)).toMatchObject({ status: 200, user: { id: into.id } });
    expect((await signIn(into.email)).status).toBe(200);
  });

  it('are found by staff in the old place, where nothing more is done', async () => {
    await bed.rows("update users set first_name = 'Yetunde', last_name = 'Adesuwa-Ola' where id = $1", [from.id]);
    await merge();
    const { body } = await bed.call(first, 'GET', '/api/staff/search?search=Yetunde%20Adesuwa');
    const customers = body.find(({ kind }: { kind: string }) => kind === 'customer');
    expect(customers.results).toMatchObject([{ id: String(from.id), status: 'merged' }]);
    for (const [path, form] of [
      ['credit', { amount: 100, reason: 'x' }],
      ['enable', { reason: 'x' }],
      ['notes', { text: 'x', clientNoteId: 'x' }],
    ] as const) {
      const answer = await bed.call(first, 'POST', `/api/staff/customers/${from.id}/${path}`, form);
      expect(answer.body.code, path).toBe('customer.merged');
    }
    expect(await bed.violations()).toEqual([]);
  });
});

describe('a merge', () => {
  it('is confirmed by a second member of staff, never by the first, and by nobody who belongs to one of the two', async () => {
    await request();
    expect((await decide(true, first)).body.code).toBe('identity-approval.second-person');
    expect((await decide(false)).status).toBe(200);
    expect(await merges(into)).toMatchObject([{ state: 'refused' }]);
    await bed.rows("insert into account_people (account_id, user_id, role) values ($1, $2, 'technical')", [
      into.id,
      first.id,
    ]);
    expect((await ask()).body.code).toBe('account-merge.own-account');
    expect((await ask({}, second)).status).toBe(200);
    const id = await approvalOf(from);
    const answer = await bed.call(first, 'POST', `/api/staff/identity-approvals/${id}/decision`, {
      approve: true,
      reason: 'x',
    });
    expect(answer.body.code).toBe('account-merge.own-account');
    expect(await bed.rows('select merged_into from accounts where id = $1', [from.id])).toEqual([
      { merged_into: null },
    ]);
  });

  it('is proved by the person alone with the link to the old mailbox, in a session of the other account', async () => {
    await verifyMailbox(from);
    const { id, getsLink } = await request();
    expect(getsLink).toBe(true);
    const token = await linkTo(from);
    const confirm = (who: Customer | null) => bed.call(who, 'POST', '/api/account-merges/confirm', { token });
    expect((await confirm(null)).status).toBe(401);
    expect((await confirm(from)).body.code).toBe('account-merge.other-account');
    expect((await confirm(await bed.createCustomer())).body.code).toBe('account-merge.other-account');
    expect((await confirm(into)).status).toBe(200);
    expect((await confirm(into)).body.code).toBe('account.link-expired');
    expect(await merges(into)).toMatchObject([{ id, state: 'merged' }]);
    expect(await approvalOf(from)).toBeUndefined();
    expect((await signIn(from.email)).user.id).toBe(into.id);
    expect(await bed.violations()).toEqual([]);
  });

  it('is refused by who reads the old mailbox, without a session, and nobody can confirm it any more', async () => {
    await verifyMailbox(from);
    await request();
    const token = await linkTo(from);
    const id = await approvalOf(from);
    expect((await bed.call(null, 'POST', '/api/account-merges/refuse', { token })).status).toBe(200);
    expect(await merges(from)).toMatchObject([{ state: 'refused' }]);
    expect((await bed.call(into, 'POST', '/api/account-merges/confirm', { token })).body.code).toBe(
      'account.link-expired',
    );
    const answer = await bed.call(second, 'POST', `/api/staff/identity-approvals/${id}/decision`, {
      approve: true,
      reason: 'x',
    });
    expect(answer.body.code).toBe('identity-approval.not-found');
  });

  it('waits once for each account, asks a second person again, and ends where neither proof comes', async () => {
    await verifyMailbox(from);
    const { id } = await request();
    expect((await ask()).body.code).toBe('identity-approval.waiting');
    const other = await bed.createCustomer();
    expect((await ask({ into: other.id })).body.code).toBe('account-merge.waiting');
    bed.wait(16 * 60_000);
    expect((await ask()).body.merge.id).toBe(id);
    expect((await decide(true)).status).toBe(200);
    expect((await undo(id)).status).toBe(200);

    const again = await request();
    bed.wait(3 * DAY_MS);
    expect(await merges(from)).toMatchObject([{ id: again.id, state: 'expired' }, { state: 'undone' }]);
    expect(
      (
        await bed.call(await bed.signInAgain(into), 'POST', '/api/account-merges/confirm', {
          token: await linkTo(from),
        })
      ).status,
    ).toBe(422);
    expect((await request()).id).not.toBe(again.id);
    expect((await undo((await merges(from))[0]?.id ?? '')).body.merge.state).toBe('withdrawn');
  });

  it('is refused in clear words for one account, unknown ones, staff, companies and what is under way', async () => {
    expect((await ask({ into: from.id })).body.code).toBe('account-merge.same');
    expect((await ask({ into: 2_000_000_000 })).body.code).toBe('customer.not-found');
    expect((await ask({ reason: ' ' })).status).toBe(422);
    for (const identifiedBy of [undefined, 'Sounded right', 'Called back'])
      expect((await ask({ identifiedBy })).status, identifiedBy).toBe(422);
    const cannot = async () => (await preview()).cannot.map(({ code }) => code);
    const outsider = await bed.createCustomer();
    const made: readonly [string, string, string, unknown[]][] = [
      [
        'staff',
        "update users set role = 'admin' where id = $1",
        "update users set role = 'customer' where id = $1",
        [into.id],
      ],
      [
        'company',
        "update accounts set kind = 'company' where id = $1",
        "update accounts set kind = 'home' where id = $1",
        [from.id],
      ],
      [
        'disabled',
        'update users set disabled = true where id = $1',
        'update users set disabled = false where id = $1',
        [into.id],
      ],
      [
        'deletion',
        "insert into privacy_deletions (user_id, status, requested_at, due_at) values ($1, 'scheduled', now(), now())",
        'delete from privacy_deletions where user_id = $1',
        [from.id],
      ],
      [
        'people',
        `insert into account_people (account_id, user_id, role) values ($1, ${outsider.id}, 'billing')`,
        `delete from account_people where account_id = $1 and user_id = ${outsider.id}`,
        [from.id],
      ],
      [
        'both-in-account',
        `insert into account_people (account_id, user_id, role) select ${outsider.id}, id, 'technical' from users where id in ($1, ${into.id})`,
        `delete from account_people where account_id = ${outsider.id} and user_id in ($1, ${into.id})`,
        [from.id],
      ],
    ];
    for (const [code, begin, end, values] of made) {
      await bed.rows(begin, values);
      expect(await cannot()).toEqual([code]);
      expect((await ask()).body.code).toBe('account-merge.cannot');
      await bed.rows(end, values);
    }
    const reference = await bed.open(from, 'paystack');
    expect(await cannot()).toEqual(['payment']);
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(from, 'paystack', reference);
    await bed.quiet();
    expect(await cannot()).toEqual([]);
    await bed.rows(
      'insert into payment_disputes (payment_id, opened_at) select id, now() from payments where reference = $1',
      [reference],
    );
    expect(await cannot()).toEqual(['dispute']);
    const { body } = await ask();
    expect(body).toMatchObject({ code: 'account-merge.cannot', message: expect.stringContaining('disputed') });
    await bed.rows('delete from payment_disputes');
    await giveCredit(from, 60_000);
    expect(await cannot()).toEqual(['approval']);
    await bed.rows(
      "update billing_adjustments set status = 'declined', decided_at = now() where status = 'awaiting-approval'",
    );
    await bed.call(from, 'POST', '/api/chat/initialize', {});
    expect(await cannot()).toEqual(['chat']);
    expect((await merges(from)).length).toBe(0);
  });

  it('is prevented by what has changed since it was asked for, and goes on waiting', async () => {
    await request();
    await bed.call(from, 'POST', '/api/chat/initialize', {});
    expect((await decide(true)).body).toMatchObject({ code: 'account-merge.cannot' });
    expect(await merges(from)).toMatchObject([{ state: 'waiting' }]);
    expect((await signIn(from.email)).user.id).toBe(from.id);
  });

  it('changes nothing where the ledger of the two does not add up', async () => {
    await giveCredit(from, 100);
    await request();
    await bed.rows('update credit_balances set balance = 150 where user_id = $1', [from.id]);
    const before = await snapshot();
    expect((await decide(true)).body.code).toBe('account-merge.ledger-differs');
    expect(await snapshot()).toEqual(before);
    await bed.rows('update credit_balances set balance = 100 where user_id = $1', [from.id]);
    expect((await decide(true)).status).toBe(200);
    expect(await bed.violations()).toEqual([]);
  });

  it('needs the permission for it', async () => {
    await bed.rows("insert into staff_member_roles (user_id, role) values ($1, 'support')", [first.id]);
    await bed.rows("delete from staff_member_roles where user_id = $1 and role = 'owner'", [first.id]);
    expect((await ask()).status).toBe(403);
    expect((await ask({ dryRun: true })).status).toBe(403);
    expect((await merges(from)).length).toBe(0);
  });
});

describe('taken apart again', () => {
  it('both are exactly as they were, with their own sign-in, and everybody signs in anew', async () => {
    await bed.pay(from);
    await bed.pay(into, 'flutterwave');
    await giveCredit(from, 700);
    await giveCredit(into, 50);
    await tag(from, ['vip', 'reseller']);
    await tag(into, ['vip']);
    await bed.createCustomer({ referredBy: from });
    await bed.createCustomer({ referredBy: into });
    await bed.call(from, 'POST', '/api/user/tickets', { subject: 'No light', description: 'Since Monday' });
    const before = await snapshot();
    const { id } = await merge();
    expect(await snapshot()).not.toEqual(before);
    const { status, body } = await undo(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.merge).toMatchObject({ state: 'undone' });
    expect(await snapshot()).toEqual(before);
    expect(await bed.violations()).toEqual([]);
    expect((await into.browser.get('/api/user')).statusCode).toBe(401);
    expect((await signIn(from.email)).user.id).toBe(from.id);
    expect((await signIn(into.email)).user.id).toBe(into.id);
    expect((await undo(id)).body.code).toBe('account-merge.ended');
  });

  it('of two copies of a card renewals are charged with the one that stays, and with their own again afterwards', async () => {
    await bed.pay(from);
    const card = async (customer: Customer, signature: string) =>
      (
        await bed.rows(
          `insert into payment_methods (user_id, provider, reference, is_default, card_brand, card_last_four, card_signature, email)
           values ($1, 'paystack', 'token', true, 'Visa', '4081', $2, $3) returning id`,
          [customer.id, signature, customer.email],
        )
      )[0]?.id as string;
    const [copy, own] = [await card(from, 'same'), await card(into, 'same')];
    const other = await card(from, 'other');
    await bed.rows('update payment_methods set is_default = false where id = $1', [copy]);
    await bed.rows(
      `with consent as (
         insert into auto_pay_consents (user_id, subscription_id, payment_method_id, wording, given_at)
         select user_id, id, $2, 'Yes', now() from user_subscriptions where user_id = $1
       ) update user_subscriptions set auto_pay = true where user_id = $1`,
      [from.id, copy],
    );
    const before = await snapshot();
    const { id } = await merge();
    expect(await bed.violations()).toEqual([]);
    const cards = await bed.rows('select id, is_default from payment_methods where user_id = $1 order by is_default', [
      into.id,
    ]);
    expect(cards).toEqual([
      { id: other, is_default: false },
      { id: own, is_default: true },
    ]);
    expect(
      await bed.rows('select payment_method_id as id from auto_pay_consents where user_id = $1', [into.id]),
    ).toEqual([{ id: own }]);
    expect((await undo(id)).status).toBe(200);
    expect(await snapshot()).toEqual(before);
    expect(await bed.violations()).toEqual([]);
  });

  it('Auto-Pay in both prevents a merge', async () => {
    for (const customer of [from, into]) {
      await bed.pay(customer);
      await bed.rows(
        `with card as (
           insert into payment_methods (user_id, provider, reference, email) values ($1, 'paystack', 'token', 'x') returning id
         ), consent as (
           insert into auto_pay_consents (user_id, subscription_id, payment_method_id, wording, given_at)
           select s.user_id, s.id, card.id, 'Yes', now() from user_subscriptions s, card where s.user_id = $1
         ) update user_subscriptions set auto_pay = true where user_id = $1`,
        [customer.id],
      );
    }
    expect((await preview()).cannot).toMatchObject([{ code: 'auto-pay' }]);
  });

  it('is possible for 30 days, and not when something was built on it, which the answer names', async () => {
    await bed.pay(from);
    await giveCredit(from, 30_000);
    const { id, undoUntil, mergedAt } = await merge();
    expect(Date.parse(undoUntil ?? '') - Date.parse(mergedAt ?? '')).toBe(30 * DAY_MS);
    const paid = await into.browser.post('/api/user/pay-with-credit', { plan: bed.planId, lineId: from.id });
    expect(paid.statusCode, paid.body).toBe(200);
    const refused = await undo(id);
    expect(refused.body).toMatchObject({
      code: 'account-merge.built-on',
      message: expect.stringContaining('Something was paid'),
    });
    expect(refused.body.message).toContain('credit');
    expect((await merges(into))[0]?.builtOn.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['payment', 'invoice', 'plan', 'credit']),
    );
    expect(await bed.violations()).toEqual([]);
  });

  it('is not possible once a ticket that came along was merged into another one', async () => {
    const open = async (by: Customer, subject: string): Promise<string> =>
      (await bed.call(by, 'POST', '/api/user/tickets', { subject, description: 'Since Monday' })).body.ticket.id;
    const ticket = await open(from, 'No light');
    const other = await open(into, 'Still no light');
    const { id } = await merge();
    await bed.call(first, 'POST', `/api/staff/tickets/${ticket}/merges`, { into: other });
    expect((await undo(id)).body).toMatchObject({
      code: 'account-merge.built-on',
      message: expect.stringContaining('merged since'),
    });
  });

  it('is too late after 30 days', async () => {
    const { id } = await merge();
    bed.wait(30 * DAY_MS);
    expect((await undo(id)).body.code).toBe('account-merge.too-late');
    expect((await signIn(from.email)).user.id).toBe(into.id);
  });

  it('a chain of three goes back in the reverse order', async () => {
    const third = await bed.createCustomer();
    await bed.pay(from);
    const { id } = await merge();
    const [a, b] = [from, into];
    [from, into] = [b, third];
    const onward = await merge();
    expect((await signIn(a.email)).user.id).toBe(third.id);
    expect((await signIn(b.email)).user.id).toBe(third.id);
    expect((await undo(id)).body).toMatchObject({ code: 'account-merge.built-on' });
    expect((await undo(onward.id)).status).toBe(200);
    expect((await signIn(a.email)).user.id).toBe(b.id);
    expect((await undo(id)).status).toBe(200);
    expect((await signIn(a.email)).user.id).toBe(a.id);
    expect(await bed.violations()).toEqual([]);
  });
});

describe('at the same moment', () => {
  it('a merge of A into B and one of B into A end in one account', async () => {
    const [a, b] = [from, into];
    await request();
    const one = await approvalOf(a);
    [from, into] = [b, a];
    await request();
    const other = await approvalOf(b);
    const answers = await Promise.all(
      [one, other].map((id) =>
        untilServed(() =>
          bed.call(second, 'POST', `/api/staff/identity-approvals/${id}/decision`, { approve: true, reason: 'x' }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const merged = await bed.rows('select id from accounts where merged_into is not null and id in ($1, $2)', [
      a.id,
      b.id,
    ]);
    expect(merged.length).toBe(1);
    expect(await bed.violations()).toEqual([]);
  });

  it('a payment whose gateway answers after the merge is money of the account that stays', async () => {
    await bed.pay(from);
    const reference = await bed.open(from, 'flutterwave');
    await bed.rows(
      "update payments set status = 'abandoned', open_key = null, next_check_at = null where reference = $1",
      [reference],
    );
    const asked = await findPaymentByReference(bed.database, reference);
    if (!asked) throw new Error('no payment');
    await merge();
    bed.sandbox.decide(reference, 'approve');
    expect((await settlePayment(bed.deps, asked, 'webhook')).payment).toMatchObject({ userId: into.id });
    await bed.quiet();
    expect(await bed.rows('select user_id, status from payments where reference = $1', [reference])).toEqual([
      { user_id: into.id, status: 'successful' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });

  it('a ticket that was being stored waits for the merge, and is the ticket of the account that stays', async () => {
    const merging = await bed.pool.connect();
    await merging.query('begin');
    await merging.query('select 1 from accounts where id = $1 for update', [from.id]);
    await merging.query('update accounts set merged_into = $2 where id = $1', [from.id, into.id]);
    const stored = bed.rows(
      "insert into support_tickets (user_id, subject, description) values ($1, 'No light', 'x') returning user_id",
      [from.id],
    );
    await merging.query('commit');
    merging.release();
    expect(await stored).toEqual([{ user_id: into.id }]);
    await bed.rows('update accounts set merged_into = null where id = $1', [from.id]);
  });

  it('what the old account was still doing when it became a part of the other belongs to that one', async () => {
    await bed.call(from, 'POST', '/api/user/subscribe', { planId: bed.planId });
    await request();
    const id = await approvalOf(from);
    const [answers, merged] = await Promise.all([
      Promise.all([
        bed.call(from, 'POST', '/api/payment/paystack/initialize', {
          amount: 25_000,
          email: from.email,
          plan: bed.planId,
        }),
        bed.call(from, 'POST', '/api/user/tickets', { subject: 'No light', description: 'x' }),
        signIn(from.email),
      ]),
      untilServed(() =>
        bed.call(second, 'POST', `/api/staff/identity-approvals/${id}/decision`, { approve: true, reason: 'x' }),
      ),
    ]);
    for (const { status } of answers) expect(status).not.toBe(500);
    expect([200, 409]).toContain(merged.status);
    expect(await bed.violations()).toEqual([]);
  });
});
