import type { EInvoiceList } from '@portal/contract/billing/e-invoices';
import type { Overview } from '@portal/contract/console/overview';
import { lagosDate } from '@portal/kernel/calendar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { registerEInvoices } from './register-e-invoices.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed({ eInvoicing: 'interswitch' });
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

const URL = '/api/staff/e-invoices';
const list = async (query = ''): Promise<EInvoiceList> => (await bed.call(staff, 'GET', `${URL}${query}`)).body;
const numbersOf = ({ documents }: EInvoiceList) => documents.map(({ documentNumber }) => documentNumber);
const attention = async () => {
  const overview: Overview = (await bed.call(staff, 'GET', '/api/staff/overview')).body;
  return overview.attention.filter(({ kind }) => kind.startsWith('e-invoices')).map(({ kind, count }) => [kind, count]);
};
const register = async () => {
  const { eInvoicing } = bed.deps;
  if (!eInvoicing) throw new Error('no provider');
  await registerEInvoices({ ...bed.deps, eInvoicing });
};
const paid = async (): Promise<Customer & { readonly invoice: string }> => {
  const who = await bed.createCustomer();
  await bed.pay(who);
  const [{ invoiceNumber: invoice }] = (await bed.call(who, 'GET', '/api/user/invoices')).body;
  return { ...who, invoice };
};

describe('the page of e-invoices', () => {
  it('says that it is on, by whom, and that nothing waits; the provider can be tried', async () => {
    const answer = await list();
    expect(answer).toMatchObject({ isOn: true, provider: 'Interswitch', waiting: 0, refused: 0, oldestAt: null });
    const works = await bed.call(staff, 'POST', `${URL}/test`, {});
    expect(works.body).toEqual({ works: true, message: 'Interswitch answers and takes the keys.' });
  });

  it('lists what waits, what was refused and what is registered, and finds a document by each of its numbers', async () => {
    const [first, second] = [await paid(), await paid()];
    expect(numbersOf(await list('?state=waiting'))).toEqual([second.invoice, first.invoice]);
    const reason = 'invoicerequest.invoice.taxpointdate must be a valid date value';
    const fault = { gateway: 'authority', operation: 'register', mode: 'decline' } as const;
    const irn = first.invoice.replaceAll('-', '');
    const reference = `${irn}-94ND90NR-${lagosDate(bed.deps.clock()).replaceAll('-', '')}`;
    bed.sandbox.addFault({ ...fault, reason, reference, times: 1 });
    await register();
    const refused = await list('?state=refused');
    expect([refused.waiting, refused.refused, refused.documents.length]).toEqual([0, 1, 1]);
    expect(refused.documents[0]).toMatchObject({
      kind: 'invoice',
      documentNumber: first.invoice,
      customer: { id: first.id },
      total: 25_000,
      procedure: 'reporting',
      fault: { code: '400', field: 'taxpointdate', message: reason },
      nextAttemptAt: null,
    });
    const [registered] = (await list('?state=registered')).documents;
    expect(registered?.irn).toMatch(new RegExp(`^${second.invoice.replaceAll('-', '')}-94ND90NR-\\d{8}$`));
    for (const search of [second.invoice, second.invoice.toLowerCase(), registered?.irn, second.id]) {
      expect(numbersOf(await list(`?search=${search}`)), String(search)).toEqual([second.invoice]);
    }
    for (const search of [irn, '0', '999999999999', "'%_"])
      expect(numbersOf(await list(`?search=${encodeURIComponent(search)}`))).toEqual([]);
    expect(numbersOf(await list(`?state=registered&search=${first.id}`))).toEqual([]);
  });

  it('reaches every document once, page by page, also those of one moment', async () => {
    const { id } = await paid();
    const copies = `select gen_random_uuid() as id, 'PAGED-' || n as number, n, i.* from invoices i, generate_series(1, 119) n where i.user_id = $1`;
    await bed.rows(
      `with made as (insert into invoices (id, invoice_number, year, sequence, user_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
         select c.id, c.number, 1999, c.n, c.user_id, 0, 'charge', 'void', c.total, c.vat, c.snapshot, c.issued_at, c.due_at
         from (${copies.replace('i.*', 'i.user_id, i.total, i.vat, i.snapshot, i.issued_at, i.due_at')}) c returning id, invoice_number, sequence)
       insert into e_invoices (invoice_id, document_number, user_id, procedure, status, created_at)
       select id, invoice_number, $1, 'reporting', 'registered', now() - sequence / 10 * interval '1 minute' from made`,
      [id],
    );
    const pages: number[] = [];
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: EInvoiceList = await list(`?search=${id}${next === '' ? '' : `&before=${next}`}`);
      pages.push(page.documents.length);
      seen.push(...numbersOf(page));
      next = page.next;
    }
    expect([pages, new Set(seen).size]).toEqual([[50, 50, 20], 120]);
    expect(await list('?before=nowhere')).toMatchObject({ documents: [], next: null });
    await bed.rows(`delete from e_invoices where document_number like 'PAGED-%'`);
    await bed.rows(`delete from invoices where invoice_number like 'PAGED-%'`);
  });
});

describe('who works at the desk', () => {
  it('sees on the home page what was refused, and what has waited for 18 hours, until it is registered', async () => {
    await bed.call(staff, 'POST', `${URL}/retry`, {});
    await register();
    expect(await attention()).toEqual([]);
    const who = await paid();
    await bed.rows(`update e_invoices set created_at = now() - interval '17 hours 50 minutes' where user_id = $1`, [
      who.id,
    ]);
    expect(await attention()).toEqual([]);
    await bed.rows(`update e_invoices set created_at = now() - interval '18 hours 5 minutes' where user_id = $1`, [
      who.id,
    ]);
    expect(await attention()).toEqual([['e-invoices-late', 1]]);
    bed.sandbox.addFault({ gateway: 'authority', operation: 'register', mode: 'decline', reason: 'no', times: 1 });
    await register();
    expect(await attention()).toEqual([['e-invoices-refused', 1]]);
    const [{ id } = { id: '' }] = (await list('?state=refused')).documents;
    expect((await bed.call(staff, 'POST', `${URL}/${id}/retry`, {})).body.message).toBe('It is sent again now.');
    await register();
    expect(await attention()).toEqual([]);
    const again = await bed.call(staff, 'POST', `${URL}/${id}/retry`, {});
    expect([again.status, again.body.code]).toEqual([409, 'e-invoice.registered']);
  });

  it('sees beside each paper of a customer how it is registered, and opens its XML and what was sent', async () => {
    const who = await paid();
    const papers = async () =>
      (await bed.call(staff, 'GET', `/api/staff/customers/${who.id}/papers`)).body.papers.map(
        ({ kind, registration }: { kind: string; registration?: string }) => [kind, registration],
      );
    expect((await papers()).toSorted()).toEqual([
      ['invoice', 'waiting'],
      ['receipt', undefined],
    ]);
    await register();
    expect((await papers()).toSorted()).toEqual([
      ['invoice', 'registered'],
      ['receipt', undefined],
    ]);
    const [document] = (await list(`?search=${who.invoice}`)).documents;
    const xml = await staff.browser.get(`/api/staff/invoices/${who.invoice}/invoice.xml`);
    expect(xml.headers['content-type']).toContain('application/xml');
    expect(xml.body).toContain(`${document?.irn}`);
    const json = await staff.browser.get(`${URL}/${document?.id}/document.json`);
    expect(json.json()).toMatchObject({ irn: document?.irn, invoice_type_code: '381' });
    expect((await staff.browser.get(`${URL}/nothing/document.json`)).statusCode).toBe(404);
  });
});

it('a business whose invoice lacks its TIN reads what is missing, and not where it is our own fault', async () => {
  const who = await paid();
  const { registration } = (await bed.call(who, 'GET', '/api/user/invoices')).body[0];
  expect(registration).toEqual({ status: 'waiting', irn: null, registeredAt: null });
  const refuse = (field: string) =>
    bed.rows(
      `update e_invoices set status = 'refused', next_attempt_at = null,
         fault = jsonb_build_object('code', 'incomplete', 'field', $2::text, 'message', 'x', 'at', now()) where user_id = $1`,
      [who.id, field],
    );
  const lacks = async () => (await bed.call(who, 'GET', '/api/user/invoices')).body[0].registration.lacks;
  await refuse('buyer.taxId');
  expect(await lacks()).toBe('taxId');
  await refuse('seller.taxId');
  expect(await lacks()).toBeUndefined();
  const details = (taxId: string) => who.browser.put('/api/user/billing-details', { companyName: 'Kano Foods', taxId });
  const wrong = await details('none yet!');
  expect([wrong.statusCode, wrong.json().errors.taxId]).toEqual([422, expect.stringContaining('12345678-0001')]);
  expect((await details('')).statusCode).toBe(200);
  await refuse('buyer.taxId');
  expect((await details('12345678-0001')).statusCode).toBe(200);
  expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0].registration).toMatchObject({ status: 'waiting' });
});

it('staff’s forms take no TIN of another form', async () => {
  const who = await bed.createCustomer();
  const company = { companyName: 'Kano Foods', paymentTermsDays: 14, billingDay: 1, taxId: 'of the owner' };
  const made = await staff.browser.put(`/api/staff/customers/${who.id}/company`, company);
  expect(made.json().errors).toEqual({ taxId: expect.stringContaining('5 to 20 letters') });
  const correction = { taxId: '12/34', identifiedBy: 'Two facts matched', reason: 'x' };
  const corrected = await staff.browser.put(`/api/staff/customers/${who.id}/billing-details`, correction);
  expect(corrected.json().errors).toHaveProperty('taxId');
});

it('the operator’s programs are told of a registration once, with the number at the authority', async () => {
  await bed.rows(
    `insert into webhook_endpoints (url, events, encrypted_secret, created_by, created_at)
     values ('https://books.example/', array['invoice.registered'], 'x', $1, now())`,
    [staff.id],
  );
  const who = await paid();
  await register();
  // As after a restore: the portal does not know that it has sent it.
  await bed.rows(
    `update e_invoices set status = 'refused', registered_at = null, fault = jsonb_build_object('code', 'duplicate', 'field', 'irn', 'message', 'x', 'at', now()) where user_id = $1`,
    [who.id],
  );
  const [{ id, irn } = { id: '', irn: '' }] = (await list(`?search=${who.invoice}`)).documents;
  for (const status of [200, 409])
    expect((await bed.call(staff, 'POST', `${URL}/${id}/accept`, {})).status).toBe(status);
  const told = await bed.rows(`select body from webhook_deliveries where event = 'invoice.registered'`);
  expect(told.map(({ body }) => JSON.parse(String(body)).data)).toEqual([
    {
      number: who.invoice,
      kind: 'invoice',
      invoiceNumber: who.invoice,
      customerId: who.id,
      procedure: 'reporting',
      irn,
      registeredAt: expect.any(String),
    },
  ]);
  expect(await bed.violations()).toEqual([]);
});
