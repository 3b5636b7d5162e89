import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedPlans } from '../../catalogue/plans/seed-plans.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PLAN = 'Premium Fiber 100Mbps';
const REPLIES = '/api/staff/saved-replies';

let portal: TestPortal;
let staff: Staff;
let customer: TestBrowser;
let customerId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  await seedPlans(portal.database);
  staff = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  customer = portal.browser();
  customerId = (await customer.register({ firstName: 'Adaeze' })).json().user.id;
});

const save = async (form: object) => (await staff.browser.post(REPLIES, { title: 'About you', ...form })).json().reply;
async function openTicket() {
  const form = { subject: 'How long', description: 'Until when have I paid?', category: 'billing' };
  return (await customer.post('/api/user/tickets', form)).json().ticket;
}
/** A line with a plan that is paid until 2 August 2026 in Lagos. */
const subscribe = (status = 'active') =>
  portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee)
     select $1, id, $2, '2026-07-01T23:30:00Z', '2026-08-01T23:30:00Z', 2, price from service_plans where name = $3`,
    [customerId, status, PLAN],
  );
const fill = async (ticketId: string, replyId: string) =>
  (await staff.browser.get(`/api/staff/tickets/${ticketId}/saved-replies/${replyId}`)).json();

describe('saved replies', () => {
  it('can be used by every agent; changes and deletions are on the audit record', async () => {
    const form = { title: 'Restart', content: 'Please restart the router.' };
    const { reply } = (await staff.browser.post(REPLIES, form)).json();
    const none = { yo: null, ha: null, ig: null };
    const path = `${REPLIES}/${reply.id}`;
    const changed = { title: 'Restart the router', content: 'Please unplug the router.', ha: 'Cire shi.' };
    expect((await staff.browser.put(path, changed)).json()).toMatchObject({ success: true, reply: changed });
    expect((await staff.browser.get(REPLIES)).json()).toEqual([{ ...none, ...changed, id: reply.id }]);
    expect((await staff.browser.post(REPLIES, { ...form, title: ' ' })).statusCode).toBe(422);
    expect((await staff.browser.delete(path)).statusCode).toBe(200);
    expect((await staff.browser.delete(path)).json()).toMatchObject({ code: 'saved-reply.not-found' });
    expect((await staff.browser.put(path, form)).statusCode).toBe(404);
    const { rows } = await portal.pool.query('select action from audit_records where subject = $1 order by id', [
      `saved-reply:${reply.id}`,
    ]);
    expect(rows.map(({ action }) => action)).toEqual([
      'saved-reply.create',
      'saved-reply.update',
      'saved-reply.delete',
    ]);
  });

  it('keep a translation that a client does not name, and lose one that is emptied', async () => {
    const { id } = await save({ content: 'Yes', yo: 'Bẹ́ẹ̀ni', ig: 'Ee' });
    const { reply } = (await staff.browser.put(`${REPLIES}/${id}`, { title: 'Yes', content: 'Yes!', ig: '' })).json();
    expect(reply).toMatchObject({ content: 'Yes!', yo: 'Bẹ́ẹ̀ni', ig: null, ha: null });
  });

  it('take no variable that does not exist, in any language', async () => {
    for (const form of [{ content: 'Dear {name}' }, { content: 'Dear {firstName}', ha: 'Barka {firstname}' }]) {
      const refused = await staff.browser.post(REPLIES, { title: 'Greeting', ...form });
      expect(refused.statusCode).toBe(422);
      expect(Object.values(refused.json().errors).join()).toContain('{firstName}, {ticketNumber}');
    }
  });
});

describe('a saved reply for a ticket', () => {
  const CONTENT = '{firstName}: {planName} until {paidUntil}, {amountDue}. {ticketNumber}, {agentName}';

  it('is filled in from the account by the server', async () => {
    const { id } = await save({ content: CONTENT });
    await subscribe();
    const ticket = await openTicket();
    expect(await fill(ticket.id, id)).toEqual({
      text: `Adaeze: ${PLAN} until 2 August 2026, ₦0. ${ticket.number}, Bola`,
      language: 'en',
      wanted: 'en',
      missing: [],
    });
  });

  it.each([
    ['yo', 'Ẹ n lẹ {firstName}, {planName}', 'yo', 'Ẹ n lẹ Adaeze, [[planName]]'],
    ['ha', 'Barka {firstName}, {planName}', 'ha', 'Barka Adaeze, [[planName]]'],
    ['ig', 'Ndewo {firstName}, {planName}', 'ig', 'Ndewo Adaeze, [[planName]]'],
    ['en', null, 'en', 'Hello Adaeze, [[planName]]'],
    ['yo', null, 'en', 'Hello Adaeze, [[planName]]'],
  ])(
    'is in the customer’s language %s where it has a text, and marks what is not known',
    async (wanted, own, language, text) => {
      const { id } = await save({ content: 'Hello {firstName}, {planName}', ...(own && { [wanted]: own }) });
      await customer.put('/api/user/language', { language: wanted });
      const ticket = await openTicket();
      expect(await fill(ticket.id, id)).toEqual({ text, language, wanted, missing: ['planName'] });
    },
  );

  it('guesses nothing: with two lines and no word about which, plan and date are marked', async () => {
    const { id } = await save({ content: CONTENT });
    await subscribe();
    const ticket = await openTicket();
    const { rows } = await portal.pool.query('select plan_id from user_subscriptions where user_id = $1', [customerId]);
    await portal.pool.query(
      `with line as (insert into lines (id, account_id, label) values (900000 + $1, $1, 'Shop') returning id)
       insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee)
       select id, $2, 'active', now(), now(), 1, 15000 from line`,
      [customerId, rows[0].plan_id],
    );
    expect((await fill(ticket.id, id)).missing).toEqual([]);
    await portal.pool.query('update support_tickets set line_id = null where id = $1', [ticket.id]);
    expect((await fill(ticket.id, id)).missing).toEqual(['planName', 'paidUntil']);
  });

  it('cannot be sent to the customer while something in it is marked', async () => {
    const { id } = await openTicket();
    const reply = { text: 'Your plan is [[planName]].', clientReplyId: 'a' };
    const refused = await staff.browser.post(`/api/staff/tickets/${id}/replies`, reply);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.text).toContain('Replace what is marked first');
    const other = { text: 'See [[1]].', clientReplyId: 'b' };
    expect((await staff.browser.post(`/api/staff/tickets/${id}/replies`, other)).statusCode).toBe(200);
    expect((await customer.get(`/api/user/tickets/${id}`)).json().replies).toHaveLength(1);
  });

  it('is for staff who see tickets, of a ticket and a reply that are there', async () => {
    const { id } = await save({ content: 'Yes' });
    const ticket = await openTicket();
    const none = '00000000-0000-0000-0000-000000000000';
    expect(await fill(none, id)).toMatchObject({ code: 'ticket.not-found' });
    expect(await fill(ticket.id, none)).toMatchObject({ code: 'saved-reply.not-found' });
    const technician = await createStaff(portal, undefined, 'technician');
    const list = await technician.browser.get(`/api/staff/tickets/${ticket.id}/saved-replies`);
    expect(list.json().map((reply: { id: string }) => reply.id)).toContain(id);
    expect((await technician.browser.get(REPLIES)).statusCode).toBe(403);
  });
});

it('a saved reply for a chat knows the customer and their only account', async () => {
  const { id } = await save({ content: '{firstName}, {amountDue}, {ticketNumber}', ig: '{firstName}: {amountDue}' });
  await customer.put('/api/user/language', { language: 'ig' });
  const chat = (await customer.post('/api/chat/initialize', {})).json();
  const answer = await staff.browser.get(`/api/staff/chats/${chat.id}/saved-replies/${id}`);
  expect(answer.json()).toEqual({ text: 'Adaeze: ₦0', language: 'ig', wanted: 'ig', missing: [] });
});
