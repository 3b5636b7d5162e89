import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const START = Date.parse('2026-07-04T07:00:00Z');
const HOUR = 3_600_000;

let now = new Date(START);
let portal: TestPortal;
let staff: Staff;
let customer: TestBrowser;
let email: string;
let customerId: number;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date(START);
  customer = portal.browser();
  const { user } = (await customer.register()).json();
  email = user.email;
  customerId = user.id;
});

type Entry = { text: string; mergedFrom: string | null; attachments: { name: string }[] };

const wait = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};
async function open(subject: string, fields: object = {}, by = customer) {
  const form = { subject, description: `About: ${subject}`, category: 'fault', ...fields };
  return (await by.post('/api/user/tickets', form)).json().ticket;
}
let count = 0;
const words = (text: string) => ({ text, clientReplyId: `reply-${++count}` });
const write = (id: string, text: string) => customer.post(`/api/user/tickets/${id}/replies`, words(text));
const answer = (id: string, text: string, note = false) =>
  staff.browser.post(`/api/staff/tickets/${id}/replies`, { ...words(text), note });
const merge = (from: { id: string }, into: { id: string }, by = staff) =>
  by.browser.post(`/api/staff/tickets/${from.id}/merges`, { into: into.id });
const read = async ({ id }: { id: string }) => (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
const seen = async ({ id }: { id: string }) => (await customer.get(`/api/user/tickets/${id}`)).json();
const texts = (thread: { replies: Entry[] }) => thread.replies.map(({ text }) => text);
const upload = async (name: string) => {
  const response = await customer.send('POST', `/api/user/ticket-attachments?name=${name}`, '%PDF-1.4\n%%EOF', {
    'content-type': 'application/pdf',
  });
  return response.json().attachment.id as string;
};

describe('two tickets of a customer that are merged', () => {
  it('go on as one, with everything that was written in the order of its time', async () => {
    const first = await open('No light', { attachments: [await upload('box.pdf')] });
    wait(1);
    const second = await open('Still no light');
    await write(first.id, 'It is the red lamp.');
    wait(1);
    await answer(second.id, 'We are looking at it.');
    await answer(first.id, 'For staff alone.', true);
    const { ticket, message } = (await merge(first, second)).json();
    expect(message).toBe(`All of it is in ${second.number} now.`);
    expect(ticket.replies.map(({ text, mergedFrom }: Entry) => [text, mergedFrom])).toEqual([
      ['No light\n\nAbout: No light', first.number],
      ['It is the red lamp.', first.number],
      ['We are looking at it.', null],
      ['For staff alone.', first.number],
    ]);
    expect(ticket.replies[0].attachments.map(({ name }: { name: string }) => name)).toEqual(['box.pdf']);
    expect(texts(await seen(second))).toEqual([
      'No light\n\nAbout: No light',
      'It is the red lamp.',
      'We are looking at it.',
    ]);
    const [file] = (await seen(second)).replies[0].attachments;
    expect((await customer.get(`/api/user/ticket-attachments/${file.id}`)).statusCode).toBe(200);
  });

  it('lead by the number of the merged one to the other, for customer and staff, also over two merges', async () => {
    const [first, second, third] = [await open('One'), await open('Two'), await open('Three')];
    await merge(first, second);
    await merge(second, third);
    const goesOn = { id: third.id, number: third.number };
    for (const merged of [first, second]) {
      expect(await seen(merged)).toMatchObject({ status: 'closed', mergedInto: goesOn, replies: [] });
      expect(await read(merged)).toMatchObject({ status: 'closed', mergedInto: goesOn });
    }
    expect((await seen(third)).mergedInto).toBeNull();
    expect((await read(third)).replies.map(({ mergedFrom }: Entry) => mergedFrom)).toEqual([
      first.number,
      second.number,
    ]);
  });

  it('take replies by both numbers: from pages that were open, once each, also when they are sent again', async () => {
    const [first, second] = [await open('One'), await open('Two')];
    wait(1);
    const reply = words('Sent before and after.');
    await customer.post(`/api/user/tickets/${first.id}/replies`, reply);
    await merge(first, second);
    expect((await customer.post(`/api/user/tickets/${first.id}/replies`, reply)).statusCode).toBe(200);
    expect((await write(first.id, 'From an old page.')).statusCode).toBe(200);
    expect((await answer(first.id, 'From an old page of ours.')).statusCode).toBe(200);
    expect(texts(await seen(second))).toEqual([
      'One\n\nAbout: One',
      'Sent before and after.',
      'From an old page.',
      'From an old page of ours.',
    ]);
  });

  it('keep the SLA of the older one, the more urgent priority, all tags, and who has it', async () => {
    const older = await open('Older', { category: 'billing', priority: 'urgent' });
    await staff.browser.put(`/api/staff/tickets/${older.id}`, { assigneeId: staff.id });
    await staff.browser.put(`/api/staff/tickets/${older.id}/tags`, { tags: ['Vip', 'light'] });
    const due = (await read(older)).sla;
    wait(5);
    const younger = await open('Younger', { priority: 'low' });
    await staff.browser.put(`/api/staff/tickets/${younger.id}/tags`, { tags: ['light'] });
    wait(1);
    await answer(younger.id, 'Hello');
    const answeredAt = now.toISOString();
    const { ticket } = (await merge(older, younger)).json();
    expect(ticket).toMatchObject({
      status: 'in-progress',
      priority: 'urgent',
      assignee: { id: staff.id },
      tags: ['light', 'vip'],
      sla: {
        firstResponseDueAt: due.firstResponseDueAt,
        resolutionDueAt: due.resolutionDueAt,
        firstResponseAt: answeredAt,
      },
    });
  });

  it('keep it too when the younger is merged into the older', async () => {
    const older = await open('Older');
    const due = (await read(older)).sla;
    wait(5);
    const younger = await open('Younger');
    const { ticket } = (await merge(younger, older)).json();
    expect(ticket.sla).toMatchObject({ firstResponseDueAt: due.firstResponseDueAt, firstResponseAt: null });
    expect(ticket.lastWrote).toBe('customer');
  });

  it('are told to the customer once, and are in the audit log and on the time line of the customer', async () => {
    const [first, second] = [await open('One'), await open('Two')];
    wait(1);
    for (const { statusCode } of [await merge(first, second), await merge(first, second)]) expect(statusCode).toBe(200);
    const mails = (await readMail(portal, email)).filter(({ subject }) => subject.includes('goes on as'));
    expect(mails.map(({ subject }) => subject)).toEqual([`Your ticket ${first.number} goes on as ${second.number}`]);
    const notices = (await customer.get('/api/user/notices')).json();
    expect(JSON.stringify(notices)).toContain('Two of your tickets are one now');
    for (const { id } of [first, second]) {
      const [record, ...others] = (await staff.browser.get(`/api/staff/audit?subject=ticket:${id}`)).json();
      expect(record).toMatchObject({ action: 'ticket.merge', actor: { id: staff.id } });
      expect(others.filter(({ action }: { action: string }) => action === 'ticket.merge')).toEqual([]);
    }
    const events = (await staff.browser.get(`/api/staff/customers/${customerId}/timeline?kind=ticket`)).json();
    expect(events[0]).toMatchObject({ what: 'merged', text: 'One', reference: second.id, by: 'Tosin Adeyemi' });
  });
});

describe('a merge', () => {
  it('in both directions at once leaves one ticket that has it all, and the other closed', async () => {
    const tosin = await createStaff(portal);
    for (let n = 0; n < 5; n++) {
      const [one, two] = [await open(`One ${n}`), await open(`Two ${n}`)];
      const answers = await Promise.all([merge(one, two), merge(two, one, tosin)]);
      const codes = answers.map(({ statusCode }) => statusCode).sort();
      expect(codes).toEqual([200, 409]);
      const states = [(await read(one)).status, (await read(two)).status].sort();
      expect(states).toEqual(['closed', 'open']);
    }
  });

  it('beside replies of both sides loses none of them', async () => {
    const [one, two] = [await open('One'), await open('Two')];
    const writing = Array.from({ length: 6 }, (_, n) =>
      n % 2 ? write(n < 3 ? one.id : two.id, `Reply ${n}`) : answer(n < 3 ? one.id : two.id, `Reply ${n}`),
    );
    const [merged, ...written] = await Promise.all([merge(one, two), ...writing]);
    expect([merged, ...written].map((response) => response?.statusCode)).toEqual(Array(7).fill(200));
    const { replies } = await read(two);
    expect(replies).toHaveLength(7);
  });

  it('is refused with a sentence, and does nothing, for one that is closed, itself, another customer’s or resolved', async () => {
    const [one, two] = [await open('One'), await open('Two')];
    const other = portal.browser();
    await other.register();
    const foreign = await open('Of somebody else', {}, other);
    const none = { id: '00000000-0000-0000-0000-000000000000' };
    const resolved = await open('Resolved');
    await staff.browser.put(`/api/staff/tickets/${resolved.id}`, { status: 'resolved' });
    const closed = await open('Closed');
    await customer.post(`/api/user/tickets/${closed.id}/close`, {});
    for (const [from, into, code, status] of [
      [one, one, 'ticket.merge-itself', 409],
      [one, foreign, 'ticket.merge-other-account', 409],
      [one, closed, 'ticket.merge-closed', 409],
      [closed, one, 'ticket.merge-closed', 409],
      [one, resolved, 'ticket.merge-resolved', 409],
      [one, none, 'ticket.not-found', 404],
      [none, one, 'ticket.not-found', 404],
      [{ id: 'x' }, one, 'ticket.not-found', 404],
    ] as const) {
      const refused = await merge(from, into);
      expect([refused.json().code, refused.statusCode], `${from.id} ${into.id}`).toEqual([code, status]);
      expect(refused.json().message).toMatch(/\.$/);
    }
    expect((await read(one)).status).toBe('open');
    await merge(one, two);
    expect((await merge(one, resolved)).json().code).toBe('ticket.merge-closed');
    expect((await merge(resolved, two)).statusCode).toBe(200);
  });
});
