import { brand } from '@portal/brand';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const START = Date.parse('2026-07-04T07:00:00Z');
const HOUR = 3_600_000;
const SUPPORT = brand.supportEmail;

let now = new Date(START);
let portal: TestPortal;
let staff: Staff;
let customer: TestBrowser;
let email: string;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date(START);
  customer = portal.browser();
  email = (await customer.register()).json().user.email;
});

const wait = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};
async function open(fields: object = {}, by = customer) {
  const answer = await by.post('/api/user/tickets', {
    subject: 'No light',
    description: 'The red lamp is on.',
    category: 'fault',
    ...fields,
  });
  return answer.json().ticket;
}
let replies = 0;
const text = (words: string) => ({ text: words, clientReplyId: `reply-${++replies}` });
const write = (id: string, words: string, by = customer) => by.post(`/api/user/tickets/${id}/replies`, text(words));
const answer = (id: string, words: string, note = false) =>
  staff.browser.post(`/api/staff/tickets/${id}/replies`, { ...text(words), note });
const change = (id: string, fields: object) => staff.browser.put(`/api/staff/tickets/${id}`, fields);
const thread = async (id: string, by = customer) => (await by.get(`/api/user/tickets/${id}`)).json();

describe('a ticket', () => {
  it('is a conversation: both sides write, both are mailed, and nothing is lost', async () => {
    const { id, number } = await open();
    expect((await write(id, 'It began at seven.')).statusCode).toBe(200);
    const answered = await answer(id, 'We are sending somebody.');
    expect(answered.json()).toMatchObject({ success: true, reply: { from: 'staff', author: 'Tosin', note: false } });
    const read = await thread(id);
    expect(read).toMatchObject({ number, status: 'in-progress', category: 'fault' });
    expect(read.replies.map(({ from, author, text: words }: Record<string, string>) => [from, author, words])).toEqual([
      ['customer', null, 'It began at seven.'],
      ['staff', 'Tosin', 'We are sending somebody.'],
    ]);
    const [confirmation, toCustomer] = await readMail(portal, email).then((mails) =>
      mails.filter(({ subject }) => subject.includes(number)),
    );
    expect(confirmation?.text).toContain('We contact you by: 4 July, 12:00\nWe settle it by: 7 July, 08:00');
    expect(toCustomer?.subject).toBe(`An answer to your ticket ${number}: No light`);
    expect(toCustomer?.text).toContain('We are sending somebody.');
    expect(toCustomer?.text).toContain(`Open my ticket:\nhttp://portal.test/support/tickets/${id}\n`);
    const toSupport = (await readMail(portal, SUPPORT)).filter(({ subject }) => subject.includes(number));
    expect(toSupport.map(({ subject }) => subject)).toEqual([
      `New ticket ${number}: No light`,
      `The customer has replied to ${number}: No light`,
    ]);
  });

  it('gets a reply once, however often it is sent', async () => {
    const { id } = await open();
    const reply = text('Is anybody there?');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.post(`/api/user/tickets/${id}/replies`, reply)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((sent) => sent.json().reply.id)).size).toBe(1);
    expect((await thread(id)).replies).toHaveLength(1);
    const note = { ...text('Looked at the line.'), note: true };
    await staff.browser.post(`/api/staff/tickets/${id}/replies`, note);
    await staff.browser.post(`/api/staff/tickets/${id}/replies`, note);
    const read = (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
    expect(read.replies).toHaveLength(2);
  });

  it('hides staff notes from the customer', async () => {
    const { id } = await open();
    await answer(id, 'Customer was rude before.', true);
    expect((await thread(id)).replies).toEqual([]);
    expect((await thread(id)).status).toBe('open');
    const mails = await readMail(portal, email);
    expect(JSON.stringify(mails)).not.toContain('rude');
    const read = (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
    expect(read.replies).toEqual([expect.objectContaining({ note: true, text: 'Customer was rude before.' })]);
    expect(read.lastWrote).toBe('customer');
  });

  it('is not found by another customer', async () => {
    const { id } = await open();
    const other = portal.browser();
    await other.register();
    const calls = [
      other.get(`/api/user/tickets/${id}`),
      other.get(`/api/user/tickets/${id}/escalation`),
      write(id, 'Let me in.', other),
      other.post(`/api/user/tickets/${id}/close`, {}),
      other.get('/api/user/tickets/nothing'),
    ];
    for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(404);
    expect(await thread(id)).toMatchObject({ status: 'open', replies: [] });
  });

  it('takes sixty replies an hour', async () => {
    const { id } = await open();
    await portal.pool.query(
      `insert into ticket_replies (ticket_id, author_id, from_staff, body, client_reply_id, created_at)
       select $1, user_id, false, 'x', 'many-' || n, $2 from support_tickets, generate_series(1, 60) n where id = $1`,
      [id, now],
    );
    const refused = await write(id, 'One more.');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('600');
    wait(1.1);
    expect((await write(id, 'One more.')).statusCode).toBe(200);
  });

  it('takes a thousand replies and notes, and then asks for a new ticket', async () => {
    const { id } = await open();
    await portal.pool.query(
      `insert into ticket_replies (ticket_id, author_id, from_staff, body, client_reply_id, created_at)
       select $1, user_id, n % 2 = 0, 'x', 'full-' || n, $2 from support_tickets, generate_series(1, 999) n where id = $1`,
      [id, new Date(START - 24 * HOUR)],
    );
    expect((await write(id, 'The thousandth.')).statusCode).toBe(200);
    const message = 'This ticket has as many replies as it can hold. Please open a new one and quote its number.';
    for (const refused of [await write(id, 'More.'), await answer(id, 'More.'), await answer(id, 'Note.', true)]) {
      expect(refused.json()).toMatchObject({ success: false, code: 'ticket.full', message });
    }
    expect((await thread(id)).replies).toHaveLength(1000);
  });

  it.each(['', ' \n ', '\u200b\u200d', null, 7])('takes no empty reply: %j', async (words) => {
    const { id } = await open();
    const refused = await customer.post(`/api/user/tickets/${id}/replies`, { text: words, clientReplyId: 'blank' });
    expect(refused.json()).toMatchObject({ errors: { text: 'Write your reply first.' } });
  });
});

describe('the state of a ticket', () => {
  it('goes from open over in-progress and resolved to closed, which is final', async () => {
    const { id } = await open();
    expect((await change(id, { status: 'closed' })).json()).toMatchObject({ code: 'ticket.not-possible' });
    expect((await change(id, { status: 'in-progress' })).json().ticket).toMatchObject({
      status: 'in-progress',
      assignee: { id: staff.id, name: 'Tosin Adeyemi' },
    });
    expect((await change(id, { status: 'resolved' })).json().ticket.status).toBe('resolved');
    expect((await change(id, { status: 'in-progress' })).statusCode).toBe(409);
    expect((await change(id, { status: 'closed' })).json().ticket.status).toBe('closed');
    for (const refused of [
      await change(id, { priority: 'low' }),
      await write(id, 'Again!'),
      await answer(id, 'Yes?'),
    ]) {
      expect(refused.json()).toMatchObject({ code: 'ticket.closed' });
    }
    expect((await answer(id, 'For the record.', true)).statusCode).toBe(200);
    expect((await thread(id)).status).toBe('closed');
  });

  it('is open again when the customer replies to a resolved ticket, with new deadlines', async () => {
    const { id } = await open();
    await answer(id, 'Done.');
    await change(id, { status: 'resolved' });
    const mail = (await readMail(portal, email)).at(-1);
    expect(mail?.subject).toMatch(/^Your ticket T-\d{6} is resolved$/);
    wait(100);
    const reopened = (await write(id, 'It is dark again.')).json().ticket;
    expect(reopened).toMatchObject({
      status: 'open',
      sla: { resolvedAt: null, overdue: false, canEscalate: false },
    });
    expect(reopened.sla.next).toEqual({ what: 'first-response', by: new Date(now.getTime() + 4 * HOUR).toISOString() });
  });

  it('is changed by one of two who try at once, and the other is told', async () => {
    const { id } = await open();
    await change(id, { status: 'resolved' });
    const [closed, reopened] = await Promise.all([change(id, { status: 'closed' }), write(id, 'Wait!')]);
    const codes = [closed.statusCode, reopened.statusCode].sort();
    expect(codes).toEqual([200, 409]);
    expect((await thread(id)).status).toBe(closed.statusCode === 200 ? 'closed' : 'open');
  });

  it('is closed by the customer, once for all', async () => {
    const { id } = await open();
    expect((await customer.post(`/api/user/tickets/${id}/close`, {})).json().ticket.status).toBe('closed');
    wait(1);
    const again = (await customer.post(`/api/user/tickets/${id}/close`, {})).json();
    expect(again.ticket).toMatchObject({ status: 'closed', updated: new Date(START).toISOString() });
  });
});

describe('the SLA', () => {
  it('is met by the first response, and counted from the beginning when the category changes', async () => {
    const { id } = await open({ category: 'billing' });
    wait(1);
    const sorted = (await change(id, { category: 'fault', priority: 'urgent' })).json().ticket;
    expect(sorted.sla.firstResponseDueAt).toBe(new Date(START + 4 * HOUR).toISOString());
    const answered = (await answer(id, 'We see it.')).json().ticket;
    expect(answered.sla).toMatchObject({ firstResponseAt: now.toISOString(), next: { what: 'resolution' } });
  });

  it('stays missed, and can be escalated, when the category of a fault changes', async () => {
    const { id } = await open();
    wait(5);
    const { sla } = (await change(id, { category: 'other' })).json().ticket;
    expect(sla).toMatchObject({
      firstResponseDueAt: new Date(START + 4 * HOUR).toISOString(),
      resolutionDueAt: new Date(START + 720 * HOUR).toISOString(),
      overdue: true,
      canEscalate: true,
    });
    expect((await customer.get(`/api/user/tickets/${id}/escalation`)).statusCode).toBe(200);
  });

  it('is counted from the reopening when the category of a reopened ticket changes', async () => {
    const { id } = await open();
    await answer(id, 'Done.');
    await change(id, { status: 'resolved' });
    wait(200);
    await write(id, 'It is dark again.');
    const { sla } = (await change(id, { category: 'billing' })).json().ticket;
    expect(sla.resolutionDueAt).toBe(new Date(START + 224 * HOUR).toISOString());
    expect(sla.canEscalate).toBe(false);
  });

  it('can be escalated once it is missed and not before, with all the facts', async () => {
    const { id, number } = await open();
    const early = await customer.get(`/api/user/tickets/${id}/escalation`);
    expect(early.json()).toMatchObject({ code: 'ticket.time-left' });
    wait(5);
    await answer(id, 'Sorry for the wait.');
    const facts = (await customer.get(`/api/user/tickets/${id}/escalation`)).json();
    expect(facts).toMatchObject({
      number,
      category: 'fault',
      customerName: 'Bisi Adu',
      missed: [{ what: 'first-response', dueAt: new Date(START + 4 * HOUR).toISOString(), metAt: now.toISOString() }],
      regulator: { phone: '622', email: 'consumerportal@ncc.gov.ng' },
    });
    expect(facts.history.map(({ what }: { what: string }) => what)).toEqual(['opened', 'staff-wrote']);
    expect(facts.provider.name).not.toBe('');
  });
});
