import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { unpublishedSettings } from '../../../testing/unpublished-settings.ts';
import { openTicket } from '../open-ticket.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const START = Date.parse('2026-07-04T07:00:00Z');
const HOUR = 3_600_000;

let now = new Date(START);
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

async function newCustomer() {
  const browser = portal.browser();
  const { user } = (await browser.register({ firstName: 'Amina', lastName: 'Bello' })).json();
  const open = async (subject: string, category: string) =>
    (await browser.post('/api/user/tickets', { subject, description: 'x', category })).json().ticket;
  return { browser, user, open };
}
const list = async (query = '') => (await staff.browser.get(`/api/staff/tickets${query}`)).json();
const titles = (tickets: { title: string }[]) => tickets.map(({ title }) => title);

describe('the tickets of staff', () => {
  it('are ordered by what is due next, with the customer and since when it is overdue', async () => {
    now = new Date(START);
    const { user, open } = await newCustomer();
    const other = await open('A question', 'other');
    const billing = await open('A wrong sum', 'billing');
    const fault = await open('No light', 'fault');
    const of = `?customer=${user.id}`;
    expect(titles(await list(of))).toEqual(['No light', 'A wrong sum', 'A question']);
    const first = await list(`${of}&limit=1`);
    expect(titles(await list(`${of}&after=${first[0].id}`))).toEqual(['A wrong sum', 'A question']);
    await staff.browser.post(`/api/staff/tickets/${fault.id}/replies`, { text: 'Seen.', clientReplyId: 'a' });
    expect(titles(await list(of))).toEqual(['A wrong sum', 'No light', 'A question']);
    now = new Date(START + 25 * HOUR);
    const [overdue, ...rest] = await list(`${of}&overdue=true`);
    expect(rest).toEqual([]);
    expect(overdue).toMatchObject({
      id: billing.id,
      customer: { id: user.id, name: 'Amina Bello', email: user.email },
      assignee: null,
      lastWrote: 'customer',
      sla: { overdue: true, next: { what: 'first-response' } },
    });
    expect(titles(await list(`${of}&assigned=me`))).toEqual(['No light']);
    expect(titles(await list(`${of}&assigned=nobody&category=other`))).toEqual([other.title]);
    expect((await staff.browser.get('/api/staff/ticket-counts')).json()).toMatchObject({ mine: 1, overdue: 1 });
  });

  it('are assigned to staff alone, which is audited with the previous agent', async () => {
    const { user, open } = await newCustomer();
    const { id } = await open('Whose is it', 'account');
    const refused = await staff.browser.put(`/api/staff/tickets/${id}`, { assigneeId: user.id });
    expect(refused.json()).toMatchObject({ code: 'customer.not-found' });
    const bola = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
    const { ticket } = (
      await staff.browser.put(`/api/staff/tickets/${id}`, { assigneeId: bola.id, priority: 'high' })
    ).json();
    expect(ticket).toMatchObject({ assignee: { id: bola.id, name: 'Bola Ige' }, priority: 'high', status: 'open' });
    const [record] = (await staff.browser.get(`/api/staff/audit?subject=ticket:${id}`)).json();
    expect(record).toMatchObject({
      action: 'ticket.change',
      actor: { id: staff.id },
      before: { assigneeId: null, priority: 'medium' },
      after: { assigneeId: bola.id, priority: 'high' },
    });
  });

  it('can be opened for a caller, once for the same words', async () => {
    const { user, browser } = await newCustomer();
    const form = { subject: 'Called about the bill', description: 'Charged twice.', category: 'billing' };
    const url = `/api/staff/customers/${user.id}/tickets`;
    const [one, two] = [await staff.browser.post(url, form), await staff.browser.post(url, form)];
    expect(one.json().ticket.id).toBe(two.json().ticket.id);
    expect((await browser.get('/api/user/tickets')).json()).toHaveLength(1);
    const unknown = await staff.browser.post('/api/staff/customers/999999/tickets', form);
    expect(unknown.json()).toMatchObject({ code: 'customer.not-found' });
  });

  it('return texts as they were typed', async () => {
    const { open } = await newCustomer();
    const { id } = await open('<script>alert(1)</script> {{7*7}} =1+1', 'other');
    const read = (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
    expect(read.title).toBe('<script>alert(1)</script> {{7*7}} =1+1');
  });
});

it('a source opens one ticket, also when it is opened twenty times at once', async () => {
  const { user, browser } = await newCustomer();
  const deps = {
    clock: () => now,
    origin: 'http://portal.test',
    settings: unpublishedSettings,
    queueEmail: async () => {},
    mailThreads: null,
    publish: async () => {},
  };
  const order = {
    customer: user,
    subject: 'Chat',
    description: 'All of it',
    priority: 'medium' as const,
    source: 'chat:1',
    category: 'fault' as const,
  };
  const made = await Promise.all(
    Array.from({ length: 20 }, () => portal.database.transaction((tx) => openTicket(deps, tx, order))),
  );
  expect(new Set(made.map(({ number }) => number)).size).toBe(1);
  expect((await browser.get('/api/user/tickets')).json()).toHaveLength(1);
});
