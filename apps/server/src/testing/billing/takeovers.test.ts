import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type OwnerChangeTestbed, startOwnerChangeTestbed } from './owner-change-testbed.ts';
import type { Customer } from './payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// A caller who knows a customer's name and bill wants their line, their account or what it says.
// `identity/corrections/takeover.test.ts` has those who want the mailbox, the number or the app.

let bed: OwnerChangeTestbed;
let second: Customer;
beforeAll(async () => {
  bed = await startOwnerChangeTestbed();
  second = await bed.createStaff();
});
afterAll(() => bed?.close());

let owner: Customer;
let thief: Customer;
beforeEach(async () => {
  [owner, thief] = [await bed.createCustomer(), await bed.createCustomer()];
  await bed.pay(owner);
});

const linkIn = async (recipient: string, path: string): Promise<string> => {
  const [mail] = await bed.rows(
    'select text from outbox_messages where recipient = $1 and text like $2 order by id desc limit 1',
    [recipient, `%${path}#token=%`],
  );
  return /#token=([\w-]+)/.exec(String(mail?.text))?.[1] ?? '';
};
const post = (who: Customer, url: string, body: object) => bed.call(who, 'POST', url, body);

it('does not get the line: its owner has a mail of the offer, sees it in the account, and stops it', async () => {
  const { id, offer, stop } = await bed.offer(owner.id, thief.email);
  expect(stop).not.toBe('');
  const seen = (await bed.call(owner, 'GET', '/api/user/owner-changes')).body;
  expect(seen).toMatchObject([{ id, state: 'waiting' }]);
  expect((await owner.browser.delete(`/api/user/owner-changes/${id}`)).statusCode).toBe(200);
  expect((await bed.accept(thief, offer)).status).toBeGreaterThanOrEqual(400);
  expect([(await bed.linesOf(owner)).length, (await bed.linesOf(thief))[0].planName]).toEqual([1, null]);
});

it('does not get the account merged into theirs: neither the link of the owner nor a second person comes to them', async () => {
  await bed.rows('update users set email_verified_at = now() where id = $1', [owner.id]);
  const order = { from: owner.id, into: thief.id, identifiedBy: 'Two facts matched', reason: 'Says both are theirs' };
  expect((await post(bed.staff, '/api/staff/account-merges', { ...order, dryRun: false })).status).toBe(200);
  expect(await bed.toldTo(owner)).toContain('account-merge-requested');
  const token = await linkIn(owner.email, '/account-merge');
  expect(await linkIn(thief.email, '/account-merge')).toBe('');
  const { body: waiting } = await bed.call(
    second,
    'GET',
    `/api/staff/identity-approvals?customer=${owner.id}&state=waiting`,
  );
  const alone = { approve: true, reason: 'It is fine' };
  expect((await post(bed.staff, `/api/staff/identity-approvals/${waiting[0].id}/decision`, alone)).body.code).toBe(
    'identity-approval.second-person',
  );
  expect((await post(owner, '/api/account-merges/refuse', { token })).status).toBe(200);
  expect((await post(thief, '/api/account-merges/confirm', { token })).status).toBe(422);
  expect((await bed.linesOf(owner)).length).toBe(1);
});

it('does not read invoices that are sent elsewhere without the owner being told where they went', async () => {
  const [invoice] = await bed.rows('select invoice_number as number from invoices where user_id = $1', [owner.id]);
  const sending = { papers: [invoice], by: 'email', to: thief.email, clientRequestId: randomUUID() };
  expect((await post(bed.staff, `/api/staff/customers/${owner.id}/document-sendings`, sending)).status).toBe(200);
  const notices = (await bed.call(owner, 'GET', '/api/user/notices')).body;
  expect(notices[0]).toMatchObject({ kind: 'documents-sent', values: { address: thief.email } });
});
