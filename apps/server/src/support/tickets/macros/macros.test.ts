import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../../testing/read-mail.ts';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
let customer: TestBrowser;
let email: string;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  customer = portal.browser();
  email = (await customer.register({ firstName: 'Adaeze' })).json().user.email;
});

const saveReply = async (content: string, more: object = {}) =>
  (await staff.browser.post('/api/staff/saved-replies', { title: 'Solved', content, ...more })).json().reply;
const save = (form: object) => staff.browser.post('/api/staff/macros', { title: 'Tell and resolve', ...form });
const macroOf = async (form: object) => (await save(form)).json().macro;
const open = async () =>
  (await customer.post('/api/user/tickets', { subject: 'No light', description: 'x', category: 'fault' })).json()
    .ticket;
let requests = 0;
const run = (ticket: { id: string }, macro: { id: string }, body: object = {}, by = staff) =>
  by.browser.post(`/api/staff/tickets/${ticket.id}/macros/${macro.id}`, {
    clientRequestId: `request-${++requests}`,
    ...body,
  });
const read = async ({ id }: { id: string }) => (await staff.browser.get(`/api/staff/tickets/${id}`)).json();

describe('a macro', () => {
  it('answers, resolves, assigns and tags with one press, and says before what it will do', async () => {
    const reply = await saveReply('Dear {firstName}, {ticketNumber} is solved.', {
      ha: 'Ya {firstName}: {ticketNumber}.',
    });
    const bola = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
    const macro = await macroOf({
      savedReplyId: reply.id,
      status: 'resolved',
      priority: 'high',
      assignTo: 'person',
      assigneeId: bola.id,
      addTags: ['Light', 'light', 'repaired'],
    });
    await customer.put('/api/user/language', { language: 'ha' });
    const ticket = await open();
    const preview = (await staff.browser.get(`/api/staff/tickets/${ticket.id}/macros/${macro.id}`)).json();
    expect(preview).toEqual({
      macro: {
        id: macro.id,
        title: 'Tell and resolve',
        reply: { id: reply.id, title: 'Solved' },
        status: 'resolved',
        priority: 'high',
        assignTo: 'person',
        assignee: { id: bola.id, name: 'Bola Ige' },
        addTags: ['light', 'repaired'],
      },
      reply: { text: `Ya Adaeze: ${ticket.number}.`, language: 'ha', wanted: 'ha', missing: [] },
    });
    expect((await read(ticket)).status).toBe('open');
    const done = await run(ticket, macro);
    expect(done.json().ticket).toMatchObject({
      status: 'resolved',
      priority: 'high',
      assignee: { id: bola.id },
      tags: ['light', 'repaired'],
      replies: [{ text: preview.reply.text, note: false, from: 'staff' }],
    });
    const mails = (await readMail(portal, email)).filter(({ subject }) => subject.includes(ticket.number));
    expect(mails.filter(({ text }) => text.includes(preview.reply.text))).toHaveLength(1);
    const records = (await staff.browser.get(`/api/staff/audit?subject=ticket:${ticket.id}`)).json();
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'ticket.change',
      'ticket.tags',
      'ticket.reply',
    ]);
  });

  it('does all of it once, however often the same press arrives', async () => {
    const reply = await saveReply('Solved.');
    const macro = await macroOf({ savedReplyId: reply.id, addTags: ['a'] });
    const silent = await macroOf({ status: 'in-progress', assignTo: 'me' });
    const ticket = await open();
    const once = { clientRequestId: 'one press' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(ticket, macro, once)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    await run(ticket, silent, { clientRequestId: 'other press' });
    await staff.browser.put(`/api/staff/tickets/${ticket.id}`, { assigneeId: null });
    await run(ticket, silent, { clientRequestId: 'other press' });
    const { replies, assignee } = await read(ticket);
    expect(assignee).toBeNull();
    expect(replies.map(({ text, note }: { text: string; note: boolean }) => [text, note])).toEqual([
      ['Solved.', false],
      ['Ran the macro “Tell and resolve”.', true],
    ]);
  });

  it('does nothing at all where one part is not possible', async () => {
    const reply = await saveReply('Good bye.');
    const closes = await macroOf({ savedReplyId: reply.id, status: 'closed', addTags: ['gone'] });
    const ticket = await open();
    const refused = await run(ticket, closes);
    expect(refused.json()).toMatchObject({ code: 'ticket.not-possible' });
    expect(await read(ticket)).toMatchObject({ status: 'open', replies: [], tags: [] });
    await staff.browser.put(`/api/staff/tickets/${ticket.id}`, { status: 'resolved' });
    expect((await run(ticket, closes)).json().ticket).toMatchObject({ status: 'closed', tags: ['gone'] });
    expect((await run(ticket, closes)).json()).toMatchObject({ code: 'ticket.closed' });
  });

  it('sends nothing with a gap: what the portal does not know is asked of the agent first', async () => {
    const reply = await saveReply('You have {planName}.');
    const macro = await macroOf({ savedReplyId: reply.id, status: 'resolved' });
    const ticket = await open();
    expect((await run(ticket, macro)).json()).toMatchObject({ code: 'macro.unfilled' });
    expect((await run(ticket, macro, { text: 'You have [[planName]].' })).statusCode).toBe(422);
    expect(await read(ticket)).toMatchObject({ status: 'open', replies: [] });
    const { ticket: after } = (await run(ticket, macro, { text: 'You have Home 50.' })).json();
    expect(after).toMatchObject({ status: 'resolved', replies: [{ text: 'You have Home 50.' }] });
  });

  it('does not run over what a colleague wrote meanwhile, unless the agent says so', async () => {
    const macro = await macroOf({ status: 'resolved' });
    const ticket = await open();
    const bola = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
    await bola.browser.post(`/api/staff/tickets/${ticket.id}/replies`, { text: 'I have it.', clientReplyId: 'b' });
    const refused = await run(ticket, macro, { afterEntry: '0' });
    expect(refused.json()).toMatchObject({ code: 'ticket.newer-entry', newerEntries: [{ text: 'I have it.' }] });
    expect((await run(ticket, macro, { afterEntry: '0', overNewer: true })).statusCode).toBe(200);
  });

  it('is saved by who may write saved replies, with at least one effect and people who are staff', async () => {
    const customerId = (await customer.get('/api/user')).json().id;
    const none = '00000000-0000-0000-0000-000000000000';
    expect((await save({})).json().errors).toHaveProperty('savedReplyId');
    expect((await save({ assignTo: 'person' })).json().errors).toHaveProperty('assigneeId');
    expect((await save({ assignTo: 'person', assigneeId: customerId })).json().code).toBe('customer.not-found');
    expect((await save({ savedReplyId: none })).json().code).toBe('saved-reply.not-found');
    const technician = await createStaff(portal, undefined, 'technician');
    expect((await technician.browser.post('/api/staff/macros', { title: 'x', status: 'resolved' })).statusCode).toBe(
      403,
    );
    expect((await technician.browser.get('/api/staff/macros')).statusCode).toBe(200);
  });

  it('keeps the reply that it answers with from being deleted', async () => {
    const reply = await saveReply('Solved.');
    const macro = await macroOf({ savedReplyId: reply.id });
    const path = `/api/staff/saved-replies/${reply.id}`;
    expect((await staff.browser.delete(path)).json()).toMatchObject({ code: 'saved-reply.in-macro' });
    const changed = await staff.browser.put(`/api/staff/macros/${macro.id}`, { title: 'Only tags', addTags: ['a'] });
    expect(changed.json().macro).toMatchObject({ title: 'Only tags', reply: null });
    expect((await staff.browser.delete(path)).statusCode).toBe(200);
    expect((await staff.browser.delete(`/api/staff/macros/${macro.id}`)).statusCode).toBe(200);
    expect((await run(await open(), macro)).json()).toMatchObject({ code: 'macro.not-found' });
  });
});
