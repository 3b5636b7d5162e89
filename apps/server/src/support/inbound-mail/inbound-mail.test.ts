import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectMailbox } from '../../platform/outside/imap-mailbox.ts';
import { missingDovecot } from '../../testing/servers/start-dovecot.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import {
  DESK,
  type InboundMailTestbed,
  passes,
  startInboundMailTestbed,
  writeMail,
} from '../../testing/testbeds/inbound-mail-testbed.ts';

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

/** A signed-in customer whose mailbox is verified. */
async function newCustomer() {
  const browser = bed.portal.browser();
  const { user } = (await browser.register()).json();
  await bed.portal.pool.query('update users set email_verified_at = now() where id = $1', [user.id]);
  const email: string = user.email;
  return { browser, id: user.id as number, email, domain: email.slice(email.indexOf('@') + 1) };
}

type OutboxMail = {
  readonly subject: string;
  readonly text: string;
  readonly message_key: string;
  readonly thread: { readonly messageId: string; readonly references: string[]; readonly replyTo: string } | null;
};

async function mailsTo(recipient: string): Promise<OutboxMail[]> {
  const { rows } = await bed.portal.pool.query<OutboxMail>(
    'select subject, text, message_key, thread from outbox_messages where recipient = $1 and thread is not null order by id',
    [recipient],
  );
  return rows;
}

async function openTicket(customer: Awaited<ReturnType<typeof newCustomer>>) {
  const order = { subject: 'No light', description: 'The red lamp is on.', priority: 'medium' };
  const { ticket } = (await customer.browser.post('/api/user/tickets', order)).json();
  const [confirmation] = await mailsTo(customer.email);
  return { id: ticket.id as string, replyTo: confirmation?.thread?.replyTo ?? '' };
}

const threadOf = async (id: string | null) => (await staff.browser.get(`/api/staff/tickets/${id}`)).json();
const replyAsStaff = (id: string | null, text: string) =>
  staff.browser.post(`/api/staff/tickets/${id}/replies`, { text, clientReplyId: crypto.randomUUID(), attachments: [] });

async function mailsIn(folder: string): Promise<number> {
  const mailbox = await connectMailbox(bed.dovecot.urlOf('desk'));
  try {
    return (await (await mailbox.open(folder)).list(Infinity)).length;
  } finally {
    await mailbox.close();
  }
}

describe.skipIf(missing !== null)('a mail to the desk', () => {
  it('that answers a ticket becomes the customer’s reply, with the quoted text apart', async () => {
    const customer = await newCustomer();
    const ticket = await openTicket(customer);
    const row = await bed.send({
      // From another address, and without any check: the signed address says whose it is.
      from: 'Phone of Ada <ada.phone@elsewhere.example>',
      to: `Waya <${ticket.replyTo}>`,
      subject: 'Re: your lamp',
      text: 'It is still red.\n\nOn Mon, 30 Nov 2026 at 10:00, Waya <care@waya.example> wrote:\n> ##- Reply above this line -##\n> We have your ticket.',
    });
    expect(row).toMatchObject({ state: 'taken', ticket_id: ticket.id });
    const { replies, status } = await threadOf(ticket.id);
    expect(status).toBe('open');
    expect(replies).toMatchObject([{ from: 'customer', text: 'It is still red.', note: false }]);
    expect(replies[0].mail.quoted).toContain('We have your ticket.');
    const own = (await customer.browser.get(`/api/user/tickets/${ticket.id}`)).json();
    expect(own.replies).toMatchObject([{ from: 'customer', text: 'It is still red.' }]);
  });

  it('with a forged reply address opens a ticket without an account, and says so to staff', async () => {
    const customer = await newCustomer();
    const ticket = await openTicket(customer);
    const other = await openTicket(await newCustomer());
    const number = /\+t\.(\d+)\./.exec(ticket.replyTo)?.[1];
    const foreign = other.replyTo.replace(/\+t\.\d+\./, `+t.${number}.`);
    const row = await bed.send({ from: customer.email, to: foreign, subject: 'Let me in', text: 'What do I owe?' });
    expect(row.ticket_id).not.toBe(ticket.id);
    expect(await threadOf(row.ticket_id)).toMatchObject({
      customer: { id: 0 },
      sender: { email: customer.email },
      senderWarning: 'forged-reply-address',
    });
    expect((await threadOf(ticket.id)).replies).toEqual([]);
    expect((await customer.browser.get(`/api/user/tickets/${row.ticket_id}`)).statusCode).toBe(404);
  });

  it('from a customer’s own mailbox that passes DMARC is their ticket, confirmed once in their language', async () => {
    const customer = await newCustomer();
    const messageId = `<${crypto.randomUUID()}@phone.example>`;
    const row = await bed.send({
      from: `Ada <${customer.email.toUpperCase()}>`,
      subject: 'Slow since Monday',
      text: 'Please look.',
      headers: [passes(customer.domain), `Message-ID: ${messageId}`],
    });
    const thread = await threadOf(row.ticket_id);
    expect(thread).toMatchObject({ title: 'Slow since Monday', customer: { id: customer.id }, senderWarning: null });
    const [confirmation, ...more] = await mailsTo(customer.email);
    expect(more).toEqual([]);
    expect(confirmation?.text).toMatch(/^##- Reply above this line -##/);
    expect(confirmation?.thread).toEqual({
      messageId: `<ticket.${row.ticket_id}@waya.example>`,
      references: [messageId],
      replyTo: expect.stringMatching(/^desk\+t\.\d+\.[0-9a-f]{26}@waya\.example$/),
    });
    await replyAsStaff(row.ticket_id, 'We measure your line today.');
    const answer = (await mailsTo(customer.email)).at(-1);
    expect(answer?.text).toContain('You can answer this mail');
    expect(answer?.thread?.references).toEqual([messageId, `<ticket.${row.ticket_id}@waya.example>`]);
  });

  it.each([
    ['that fails DMARC', 'dmarc=fail', 'mx.waya.example', 'dmarc-failed', 0],
    ['whose pass somebody else wrote', 'dmarc=pass', 'mx.forger.example', 'unknown-sender', 1],
  ])('in a customer’s name %s belongs to nobody', async (_title, verdict, server, senderWarning, confirmations) => {
    const customer = await newCustomer();
    const row = await bed.send({
      from: customer.email,
      headers: [`Authentication-Results: ${server}; ${verdict} header.from=${customer.domain}`],
    });
    expect(await threadOf(row.ticket_id)).toMatchObject({ customer: { id: 0 }, senderWarning });
    const mails = await mailsTo(customer.email);
    expect(mails).toHaveLength(confirmations);
    for (const { text } of mails) expect(text).not.toContain('/support/tickets/');
  });

  it('of somebody unknown is the customer’s from the moment that staff confirm who wrote it', async () => {
    const customer = await newCustomer();
    const row = await bed.send({ from: 'Chidi <chidi@office.example>', text: 'It is me, from work.' });
    const list = (await staff.browser.get('/api/staff/tickets?unconfirmed=true')).json();
    expect(list.map(({ id }: { id: string }) => id)).toContain(row.ticket_id);
    await replyAsStaff(row.ticket_id, 'Which line is it?');
    expect((await mailsTo('chidi@office.example')).map(({ text }) => text)).toEqual([
      expect.stringContaining('belongs to no account of ours'),
      expect.stringContaining('Which line is it?'),
    ]);
    const path = `/api/staff/tickets/${row.ticket_id}/sender`;
    expect((await staff.browser.post(path, { customerId: staff.id })).statusCode).toBe(404);
    const confirmed = await staff.browser.post(path, { customerId: customer.id });
    expect(confirmed.json()).toMatchObject({ ticket: { customer: { id: customer.id }, senderWarning: null } });
    expect((await staff.browser.post(path, { customerId: customer.id })).statusCode).toBe(200);
    const another = await newCustomer();
    expect((await staff.browser.post(path, { customerId: another.id })).statusCode).toBe(409);
    await replyAsStaff(row.ticket_id, 'Your balance is ₦5,000.');
    expect(await mailsTo('chidi@office.example')).toHaveLength(2);
    expect((await mailsTo(customer.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('T-'),
      expect.stringContaining('Your balance is ₦5,000.'),
    ]);
    const { rows } = await bed.portal.pool.query(
      "select count(*)::int from audit_records where action = 'ticket.sender'",
    );
    expect(rows[0].count).toBe(1);
    // An answer to the mail from before the confirmation still finds its ticket.
    const [before] = await mailsTo('chidi@office.example');
    const answer = await bed.send({ from: 'chidi@office.example', to: before?.thread?.replyTo ?? '' });
    expect(answer.ticket_id).toBe(row.ticket_id);
  });

  it('to a closed ticket opens a new one that names it', async () => {
    const customer = await newCustomer();
    const ticket = await openTicket(customer);
    await customer.browser.post(`/api/user/tickets/${ticket.id}/close`, {});
    const row = await bed.send({ from: customer.email, to: ticket.replyTo, subject: 'Once more' });
    const { number } = await threadOf(ticket.id);
    expect(await threadOf(row.ticket_id)).toMatchObject({
      title: `Once more (${number})`,
      customer: { id: customer.id },
    });
  });

  it.each([
    ['an absence notice', { headers: ['Auto-Submitted: auto-replied'] }, 'automatic'],
    ['an absence notice of Exchange', { headers: ['X-Auto-Response-Suppress: All'] }, 'automatic'],
    ['a mailing list', { headers: ['List-Id: <news.list.example>'] }, 'list'],
    ['bulk mail', { headers: ['Precedence: bulk'] }, 'list'],
    ['a mail server', { from: 'MAILER-DAEMON@mx.example' }, 'bounce'],
    ['the desk itself', { from: `Waya <${DESK}>` }, 'own'],
    ['a loop of our own mails', { headers: ['Message-ID: <ticket-reply.7@waya.example>'] }, 'own'],
  ])('from %s makes no ticket and gets no answer', async (_title, mail, reason) => {
    const row = await bed.send(mail);
    expect(row).toMatchObject({ state: 'ignored', reason, ticket_id: null });
    const { rows } = await bed.portal.pool.query(
      "select count(*)::int from outbox_messages where recipient in ('mailer-daemon@mx.example', $1)",
      [DESK],
    );
    expect(rows[0].count).toBe(0);
  });

  it('that says that an answer did not arrive shows the answer among the failed messages', async () => {
    const row = await bed.send({ from: 'Emeka <emeka@full.example>' });
    await replyAsStaff(row.ticket_id, 'Good morning.');
    const answer = (await mailsTo('emeka@full.example')).at(-1);
    await bed.portal.pool.query('update outbox_messages set sent_at = now() where message_key = $1', [
      answer?.message_key,
    ]);
    await bed.send({
      from: 'MAILER-DAEMON@mx.example',
      body: [
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b\nContent-Type: text/plain\n\nSorry.',
        '--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; emeka@full.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 mailbox is full',
        `--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${answer?.thread?.messageId}\n`,
        '--b--',
      ].join('\n'),
    });
    const { rows } = await bed.portal.pool.query(
      'select delivery, last_error from outbox_messages where message_key = $1 and thread is not null',
      [answer?.message_key],
    );
    expect(rows).toEqual([{ delivery: 'undelivered', last_error: 'Returned: 5.2.2 552 mailbox is full' }]);
  });

  it('that comes twice is one entry', async () => {
    const raw = writeMail({ from: 'twice@mail.example', subject: 'Delivered twice' });
    for (const _copy of [1, 2]) await bed.dovecot.deliver({ to: DESK, from: 'twice@mail.example', raw });
    await expect
      .poll(async () => {
        bed.portal.wakeJobs('inbound mail');
        const { rows } = await bed.portal.pool.query(
          "select state, reason from inbound_mails where subject = 'Delivered twice' order by state desc",
        );
        return rows;
      })
      .toEqual([
        { state: 'taken', reason: null },
        { state: 'ignored', reason: 'copy' },
      ]);
    const { rows } = await bed.portal.pool.query(
      "select count(*)::int from support_tickets where subject = 'Delivered twice'",
    );
    expect(rows[0].count).toBe(1);
  });

  it('brings its files by the rules of tickets, and names those that are not taken', async () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    const file = (name: string, type: string, content: string) =>
      `--b\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}`;
    const row = await bed.send({
      body: [
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b\nContent-Type: text/html; charset=utf-8\n\n<style>p{color:red}</style><p>See <b>the bill</b></p><script>alert(1)</script>',
        file('bill.pdf', 'application/pdf', pdf),
        file('run.exe', 'application/pdf', Buffer.from('MZ').toString('base64')),
        file(
          'large.pdf',
          'application/pdf',
          Buffer.alloc(6 * 1024 * 1024, 'x')
            .toString('base64')
            .replace(/.{76}/g, '$&\n'),
        ),
        ...[1, 2, 3, 4, 5].map((nth) => file(`page-${nth}.pdf`, 'application/pdf', pdf)),
        '--b--',
      ].join('\n'),
    });
    const thread = await threadOf(row.ticket_id);
    expect(thread.description).toBe('See the bill');
    expect(thread.attachments.map(({ name }: { name: string }) => name)).toEqual([
      'bill.pdf',
      'page-1.pdf',
      'page-2.pdf',
      'page-3.pdf',
      'page-4.pdf',
    ]);
    expect(thread.mail.omitted).toEqual([
      { name: 'run.exe', reason: 'kind' },
      { name: 'large.pdf', reason: 'size' },
      { name: 'page-5.pdf', reason: 'count' },
    ]);
    const download = await staff.browser.get(`/api/staff/ticket-attachments/${thread.attachments[0].id}`);
    expect(download.statusCode).toBe(200);
  });

  it('of 40 MB becomes a ticket that says so', async () => {
    const body = `Content-Type: text/plain\n\n${'x'.repeat(76).concat('\n').repeat(545_000)}`;
    const row = await bed.send({ subject: 'My whole album', body });
    expect(await threadOf(row.ticket_id)).toMatchObject({
      title: 'My whole album',
      description: 'My whole album',
      mail: { tooLargeBytes: expect.any(Number) },
    });
  });

  it('to 500 recipients, dated 1970, is one ticket of the moment at which it arrived', async () => {
    const others = Array.from({ length: 500 }, (_, nth) => `person-${nth}@list.example`);
    const row = await bed.send({ to: [DESK, ...others].join(',\n '), subject: 'To everybody' });
    const { rows: tickets } = await bed.portal.pool.query(
      "select created_at > now() - interval '10 minutes' as recent from support_tickets where id = $1",
      [row.ticket_id],
    );
    expect(tickets).toEqual([{ recent: true }]);
    const { rows } = await bed.portal.pool.query(
      "select count(*)::int from outbox_messages where recipient like '%@list.example'",
    );
    expect(rows[0].count).toBe(0);
  });

  it('in 30 nested parts waits where staff see it, and can be read again', async () => {
    const parts = Array.from(
      { length: 30 },
      (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\n\n--b${nth}`,
    );
    const raw = writeMail({ subject: 'Very deep', body: `${parts.join('\n')}\nContent-Type: text/plain\n\nHello` });
    await bed.dovecot.deliver({ to: DESK, from: 'deep@mail.example', raw });
    const list = async () => (await staff.browser.get('/api/staff/inbound-mails?state=unreadable')).json();
    await expect
      .poll(async () => {
        bed.portal.wakeJobs('inbound mail');
        return list();
      })
      .toMatchObject([{ state: 'unreadable', reason: 'too-deep', ticket: null }]);
    await expect.poll(() => mailsIn('Unreadable')).toBe(1);
    const [{ id }] = await list();
    const retried = await staff.browser.post(`/api/staff/inbound-mails/${id}/retry`, {});
    expect(retried.json()).toMatchObject({ success: true, mail: { state: 'retrying' } });
    // Nothing has changed about the mail: it comes back, and is still not lost.
    await expect
      .poll(async () => {
        bed.portal.wakeJobs('inbound mail');
        return list();
      })
      .toMatchObject([{ id, reason: 'too-deep' }]);
    expect(await mailsIn('Unreadable')).toBe(1);
    expect((await staff.browser.post('/api/staff/inbound-mails/999999/retry', {})).statusCode).toBe(404);
  });

  it('of a sender who writes all the time goes into one ticket without an answer each time', async () => {
    const rows: { ticket_id: string | null }[] = [];
    for (let nth = 1; nth <= 8; nth++)
      rows.push(await bed.send({ from: 'robot@loop.example', subject: `Again ${nth}` }));
    expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(5);
    expect(rows.slice(5).map(({ ticket_id }) => ticket_id)).toEqual([4, 4, 4].map((nth) => rows[nth]?.ticket_id));
    expect(await mailsTo('robot@loop.example')).toHaveLength(5);
  });

  it('is shown to staff with what became of it, and how the mailbox is', async () => {
    const row = await bed.send({ from: 'seen@mail.example', subject: 'Seen by staff' });
    const [newest] = (await staff.browser.get('/api/staff/inbound-mails?state=taken&limit=1')).json();
    expect(newest).toMatchObject({ id: Number(row.id), sender: 'seen@mail.example', ticket: { id: row.ticket_id } });
    await expect
      .poll(async () => (await staff.browser.get('/api/staff/mailbox')).json())
      .toMatchObject({ address: DESK, lastError: null, lastReadAt: expect.any(String), unreadable: 1 });
  });
});
