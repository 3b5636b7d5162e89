import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { missingDovecot } from '../../testing/servers/start-dovecot.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { type InboundMailTestbed, startInboundMailTestbed } from '../../testing/testbeds/inbound-mail-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const missing = missingDovecot();
if (missing !== null) console.log(missing);

let bed: InboundMailTestbed;
let staff: Staff;
beforeAll(async () => {
  if (missing !== null) return;
  bed = await startInboundMailTestbed();
  staff = await createStaff(bed.portal);
});
afterAll(async () => {
  if (missing === null) await bed.close();
});

/** A customer with a ticket, and where an answer to its mails goes. */
async function openTicket(subject: string) {
  const browser = bed.portal.browser();
  const { user } = (await browser.register()).json();
  const order = { subject, description: 'The red lamp is on.', priority: 'medium' };
  const { ticket } = (await browser.post('/api/user/tickets', order)).json();
  const [confirmation] = await mailsTo(user.email);
  return { browser, email: user.email as string, ticket, replyTo: confirmation?.thread.replyTo ?? '' };
}

type SentMail = {
  readonly subject: string;
  readonly text: string;
  readonly thread: { readonly references: string[]; readonly replyTo: string };
};

async function mailsTo(recipient: string): Promise<SentMail[]> {
  const { rows } = await bed.portal.pool.query<SentMail>(
    'select subject, text, thread from outbox_messages where recipient = $1 and thread is not null order by id',
    [recipient],
  );
  return rows;
}

const threadOf = async (id: string | null) => (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
const merge = (from: string | null, into: string | null) =>
  staff.browser.post(`/api/staff/tickets/${from}/merges`, { into });
const write = (id: string | null, body: object) =>
  staff.browser.post(`/api/staff/tickets/${id}/replies`, { clientReplyId: crypto.randomUUID(), ...body });

describe.skipIf(missing !== null)('a ticket that was opened by a mail of an unknown sender', () => {
  it('goes into the customer’s own, who is told which address it was, and whoever wrote it is confirmed', async () => {
    const customer = await openTicket('No light');
    const messageId = `<${crypto.randomUUID()}@phone.example>`;
    const from = `ada-${crypto.randomUUID()}@elsewhere.example`;
    const row = await bed.send({
      from: `Ada <${from}>`,
      subject: 'Still no light',
      headers: [`Message-ID: ${messageId}`],
    });
    const mailed = await threadOf(row.ticket_id);
    const merged = await merge(row.ticket_id, customer.ticket.id);
    expect(merged.json().ticket.replies).toMatchObject([
      { from: 'customer', text: 'Still no light\n\nHello?', mergedFrom: mailed.number, mail: { quoted: null } },
    ]);
    const own = (await customer.browser.get(`/api/user/tickets/${row.ticket_id}`)).json();
    expect(own).toMatchObject({ status: 'closed', mergedInto: { number: customer.ticket.number } });
    expect(await threadOf(row.ticket_id)).toMatchObject({ sender: { email: from }, senderWarning: null });
    expect((await merge(row.ticket_id, customer.ticket.id)).statusCode).toBe(200);
    const told = (await mailsTo(customer.email)).filter(({ subject }) => subject.includes('goes on as'));
    expect(told.map(({ text }) => text.includes(`What ${from} wrote to us as ${mailed.number}`))).toEqual([true]);
    expect(told[0]?.thread.references).toContain(messageId);
    expect(told[0]?.thread.replyTo).toBe(customer.replyTo);
    const [record] = (await staff.browser.get(`/api/staff/audit?subject=ticket:${row.ticket_id}`)).json();
    expect(record).toMatchObject({ action: 'ticket.merge', before: { customerId: null } });
  });

  it('takes nothing of a customer, until its sender is confirmed', async () => {
    const customer = await openTicket('No light');
    const row = await bed.send({ from: 'stranger@elsewhere.example', subject: 'Not me' });
    const refused = await merge(customer.ticket.id, row.ticket_id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ticket.merge-unconfirmed']);
    expect((await threadOf(row.ticket_id)).replies).toEqual([]);
    expect((await threadOf(customer.ticket.id)).status).toBe('open');
  });

  it('gets a saved reply that says nothing of any account, with the gaps marked', async () => {
    const content = 'Dear {firstName}, {planName} until {paidUntil}, {amountDue}. {ticketNumber}, {agentName}';
    const { reply } = (await staff.browser.post('/api/staff/saved-replies', { title: 'All', content })).json();
    const row = await bed.send({ from: 'gaps@elsewhere.example', subject: 'What do I owe?' });
    const filled = (await staff.browser.get(`/api/staff/tickets/${row.ticket_id}/saved-replies/${reply.id}`)).json();
    expect(filled).toMatchObject({
      language: 'en',
      wanted: null,
      missing: ['firstName', 'planName', 'paidUntil', 'amountDue'],
      text: expect.stringContaining('[[amountDue]]'),
    });
  });

  it('warns of a mail that came in while an agent wrote, of somebody without an account too', async () => {
    const from = 'twice@elsewhere.example';
    const row = await bed.send({ from, subject: 'First' });
    const [confirmation] = await mailsTo(from);
    await bed.send({ from, to: confirmation?.thread.replyTo ?? '', subject: 'Second', text: 'It works again.' });
    const refused = await write(row.ticket_id, { text: 'We come at nine.', afterEntry: '0' });
    expect(refused.json()).toMatchObject({ code: 'ticket.newer-entry', newerEntries: [{ text: 'It works again.' }] });
  });
});

describe.skipIf(missing !== null)('a mail that answers a merged ticket', () => {
  it('becomes a reply where the ticket goes on', async () => {
    const first = await openTicket('No light');
    const order = { subject: 'Still none', description: 'The red lamp is on.', priority: 'medium' };
    const { ticket: second } = (await first.browser.post('/api/user/tickets', order)).json();
    expect((await merge(first.ticket.id, second.id)).statusCode).toBe(200);
    const row = await bed.send({ to: first.replyTo, subject: 'Re: No light', text: 'It is green now.' });
    expect(row.ticket_id).toBe(second.id);
    expect((await threadOf(second.id)).replies.at(-1)).toMatchObject({ from: 'customer', text: 'It is green now.' });
  });
});
