import { execFileSync } from 'node:child_process';
import { lagosDate } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverMessages } from '../../messaging/email/deliver-messages.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

let staff: Customer;
let customer: Customer;
let invoice: string;
let receipt: string;
beforeEach(async () => {
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  await bed.pay(customer);
  invoice = (await bed.call(customer, 'GET', '/api/user/invoices')).body[0].invoiceNumber;
  receipt = (await bed.call(customer, 'GET', '/api/user/payments')).body[0].receiptNumber;
});

let forms = 0;
const newForm = () => `papers-form-${forms++}`;
const papersOf = async (query = '', of = customer) =>
  (await bed.call(staff, 'GET', `/api/staff/customers/${of.id}/papers${query}`)).body;
const send = (form: object, of = customer) =>
  bed.call(staff, 'POST', `/api/staff/customers/${of.id}/document-sendings`, {
    papers: [{ number: invoice }],
    by: 'email',
    clientRequestId: newForm(),
    ...form,
  });
const sendings = async () =>
  (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/document-sendings`)).body;
const outbox = async (id: number) =>
  bed.rows("select * from outbox_messages where message_key like 'documents:' || $1 || '%' order by id", [id]);
const giveNumber = (phone: string) =>
  bed.rows('update users set phone = $1, phone_verified_at = now() where id = $2', [phone, customer.id]);
const read = (token: string) => bed.call(null, 'POST', '/api/document-links/read', { token });
/** Also with a session: the link asks for none. */
const open = (token: string, paper = 0) => customer.browser.post('/api/document-links/pdf', { token, paper });
const textedToken = async () => {
  const answer = await send({ by: 'text' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [text] = await outbox(answer.body.sending.id);
  return { id: answer.body.sending.id, token: /\/document#token=([\w-]+)/.exec(String(text?.text))?.[1] ?? '' };
};
const today = () => lagosDate(bed.deps.clock());

/** The text of a PDF, where the machine can read one. */
function textOf(bytes: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
}

describe('the documents of a customer', () => {
  it('are listed newest first with their states, a page at a time', async () => {
    const { total, papers } = await papersOf();
    expect(total).toBe(papers.length);
    expect(papers).toContainEqual(
      expect.objectContaining({ kind: 'invoice', number: invoice, status: 'paid', amount: 25_000 }),
    );
    expect(papers).toContainEqual(expect.objectContaining({ kind: 'receipt', number: receipt, status: null }));
    const first = (await papersOf('?limit=1')).papers;
    const rest = (await papersOf(`?limit=100&before=${first[0].number}`)).papers;
    expect([...first, ...rest]).toEqual(papers);
    const other = await bed.createCustomer();
    expect(await papersOf('', other)).toEqual({ total: 0, papers: [] });
    expect((await papersOf(`?before=${invoice}`, other)).papers).toEqual([]);
    expect((await bed.call(staff, 'GET', '/api/staff/customers/2000000000/papers')).body.code).toBe(
      'customer.not-found',
    );
  });

  it('are the same for staff as for the customer, and who has opened one is in the audit log', async () => {
    const own = await customer.browser.get(`/api/user/invoices/${invoice}/page`);
    const staffs = await staff.browser.get(`/api/staff/invoices/${invoice}/page`);
    expect(staffs.body).toBe(own.body);
    for (const number of [invoice, receipt]) {
      const answer = await staff.browser.get(`/api/staff/invoices/${number}/pdf`);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(textOf(answer.rawPayload)).toContain(number);
    }
    const views = await bed.rows(
      "select after ->> 'document' as document, actor_id from audit_records where action = 'document.view' and subject = $1",
      [`customer:${customer.id}`],
    );
    expect(views.map(({ document }) => document)).toEqual([invoice, invoice, receipt]);
    expect((await staff.browser.get(`/api/staff/customers/${customer.id}/timeline`)).body).not.toContain(
      'document.view',
    );
    expect((await staff.browser.get('/api/staff/invoices/INV-1999-000001/pdf')).json().code).toBe('invoice.not-found');
  });
});

describe('a sending', () => {
  it('to the customer has the documents attached, and says what became of it', async () => {
    const answer = await send({ papers: [{ number: invoice }, { number: receipt }] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { sending } = answer.body;
    expect(sending).toMatchObject({ by: 'email', to: customer.email, toOther: false, outcome: 'waiting', link: null });
    const [mail] = await outbox(sending.id);
    expect(mail).toMatchObject({
      recipient: customer.email,
      invoice_number: `SND-${sending.id}`,
      user_id: customer.id,
    });
    expect(mail?.text).toContain(invoice);
    expect((await sendings())[0]).toMatchObject({ id: sending.id, createdBy: { id: staff.id } });
    await bed.rows('update outbox_messages set sent_at = now() where message_key = $1', [`documents:${sending.id}`]);
    expect((await sendings())[0].outcome).toBe('sent');
    const [audit] = await bed.rows("select after from audit_records where action = 'documents.send' and subject = $1", [
      `customer:${customer.id}`,
    ]);
    expect(audit?.after).toMatchObject({ documents: `${invoice}, ${receipt}`, by: 'email', to: 'customer' });
  });

  it('to somebody else, once, says at whose request it comes, and the customer is told', async () => {
    const to = 'accounts@partners.example';
    const answer = await bed.call(staff, 'POST', `/api/staff/invoices/${invoice}/sendings`, { to, by: 'email' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { id } = answer.body.sending;
    const [mail] = (await outbox(id)).filter(({ recipient }) => recipient === to);
    expect(mail).toMatchObject({ user_id: null, invoice_number: `SND-${id}` });
    expect(mail?.text).toContain('at the request of its customer');
    const notices = (await bed.call(customer, 'GET', '/api/user/notices')).body;
    expect(JSON.stringify(notices)).toContain(to);
    const [stored] = await bed.rows('select email, phone from users where id = $1', [customer.id]);
    expect(JSON.stringify(stored)).not.toContain(to);
  });

  it('is one for a form, however often that comes, and another form cannot take its place', async () => {
    const clientRequestId = newForm();
    const answers = await Promise.all([
      send({ clientRequestId }),
      send({ clientRequestId }),
      send({ clientRequestId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.sending.id)).size).toBe(1);
    expect(await outbox(answers[0]?.body.sending.id)).toHaveLength(1);
    const other = await send({ clientRequestId, to: 'other@mail.example' });
    expect(other.body.code).toBe('counter.request-reused');
    expect((await send({ clientRequestId, papers: [{ number: receipt }] })).body.code).toBe('counter.request-reused');
  });

  it('is refused in clear words where it cannot be', async () => {
    const stranger = await bed.createCustomer();
    expect((await send({}, stranger)).body.code).toBe('invoice.not-found');
    expect((await send({}, { ...customer, id: 2_000_000_000 })).body.code).toBe('customer.not-found');
    expect((await send({ to: 'a@mail.example, b@mail.example' })).status).toBe(422);
    expect((await send({ papers: [] })).status).toBe(422);
    expect((await send({ papers: Array.from({ length: 11 }, () => ({ number: invoice })) })).status).toBe(422);
    expect((await send({ by: 'pigeon' })).status).toBe(422);
    expect((await send({ by: 'text' })).body.code).toBe('documents.no-verified-number');
    await giveNumber('+2348031110000');
    expect((await send({ by: 'text', to: 'other@mail.example' })).body.code).toBe('documents.text-to-other');
    const days = (from: string, to: string) => [{ kind: 'statement', from, to }];
    expect((await send({ papers: days('2001-01-01', '2001-01-31') })).body.code).toBe('statement.empty');
    expect((await send({ papers: days('2026-02-01', '2026-01-01') })).status).toBe(422);
    await bed.rows("update users set email = '2348031110000@phone.invalid' where id = $1", [customer.id]);
    expect((await send({})).body.code).toBe('documents.unreachable');
    expect(await sendings()).toEqual([]);
  });

  it('can be made ten times a day for an account, whoever of staff does it', async () => {
    for (let sent = 0; sent < 10; sent++) expect((await send({})).status).toBe(200);
    expect((await send({})).body.code).toBe('documents.too-many-today');
    bed.wait(DAY_MS);
    expect((await send({})).status).toBe(200);
  });

  it('prints the documents when the mail goes out, each under its name', async () => {
    const papers = [{ number: invoice }, { kind: 'statement', from: '2026-01-01', to: today() }];
    const { sending } = (await send({ papers })).body;
    const { printAttachments } = await import('./print-attachments.ts');
    const { createInvoicePrinter } = await import('../invoices/documents/create-invoice-printer.ts');
    const printer = createInvoicePrinter();
    const sent: { readonly recipient: string; readonly files: string[] }[] = [];
    const printed = { ...bed.deps, printer } as unknown as Parameters<typeof printAttachments>[0];
    await deliverMessages({
      database: bed.database,
      clock: bed.deps.clock,
      isQuiet: () => false,
      onFailure: (error) => expect.unreachable(String(error)),
      printAttachments: (attached) => printAttachments(printed, attached),
      sendEmail: async ({ recipient, attachments = [] }) => {
        if (attachments.length > 0) sent.push({ recipient, files: attachments.map(({ filename }) => filename) });
        for (const { content } of attachments) expect(textOf(content)).toMatch(/INV-|Statement of account/);
      },
    });
    await printer.close();
    expect(sent).toContainEqual({
      recipient: customer.email,
      files: [`${invoice}.pdf`, expect.stringMatching(/^statement-\d{10}-/)],
    });
    expect((await sendings()).find(({ id }: { id: number }) => id === sending.id).outcome).toBe('sent');
  });
});

describe('a texted link', () => {
  beforeEach(() => giveNumber(`+23480${String(10_000_000 + customer.id)}`));

  it('opens its documents alone, again and again, for a week', async () => {
    const { id, token } = await textedToken();
    expect(token.length).toBeGreaterThanOrEqual(43);
    const stored = await bed.rows('select * from document_sendings where user_id = $1', [customer.id]);
    expect(JSON.stringify(stored)).not.toContain(token);
    const shown = await read(token);
    expect(shown.body).toEqual({
      state: 'open',
      papers: [{ kind: 'invoice', number: invoice }],
      expiresAt: expect.any(String),
    });
    for (let opened = 0; opened < 2; opened++) expect(textOf((await open(token)).rawPayload)).toContain(invoice);
    expect((await open(token, 1)).json().code).toBe('document-link.not-found');
    expect((await read('x'.repeat(43))).body.code).toBe('document-link.not-found');
    expect((await sendings())[0]).toMatchObject({ id, link: 'open' });
    bed.wait(7 * DAY_MS);
    expect((await read(token)).body).toMatchObject({ state: 'expired', papers: [] });
    expect((await open(token)).json().code).toBe('document-link.closed');
  });

  it('opens nothing once it is withdrawn', async () => {
    const { id, token } = await textedToken();
    const path = `/api/staff/document-sendings/${id}/withdraw`;
    expect((await bed.call(staff, 'POST', path, {})).body.sending).toMatchObject({ link: 'withdrawn' });
    expect((await read(token)).body).toMatchObject({ state: 'withdrawn', papers: [] });
    expect((await open(token)).json().code).toBe('document-link.closed');
    expect((await bed.call(staff, 'POST', path, {})).body.code).toBe('document-link.closed');
    const mail = (await send({})).body.sending.id;
    expect((await bed.call(staff, 'POST', `/api/staff/document-sendings/${mail}/withdraw`, {})).body.code).toBe(
      'document-link.not-found',
    );
  });

  it('opens nothing once the customer has another number, or theirs is not verified any more', async () => {
    const { token } = await textedToken();
    await giveNumber(`+23481${String(10_000_000 + customer.id)}`);
    expect((await read(token)).body.state).toBe('withdrawn');
    await giveNumber(`+23480${String(10_000_000 + customer.id)}`);
    expect((await read(token)).body.state).toBe('open');
    await bed.rows('update users set phone_verified_at = null where id = $1', [customer.id]);
    expect((await open(token)).json().code).toBe('document-link.closed');
  });
});
