import { lagosDate } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../../testing/billing/settle-refunds.ts';
import { runCompanyBilling } from '../../companies/run-company-billing.ts';
import { registerEInvoices } from './register-e-invoices.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MINUTE_MS = 60_000;

describe.each(['interswitch', 'mbs'] as const)('through %s', (provider) => {
  let bed: PaymentTestbed;
  let staff: Customer;
  beforeAll(async () => {
    bed = await startPaymentTestbed({ eInvoicing: provider });
    staff = await bed.createStaff();
    // Without it nothing of this seller is registered.
    const { body: company } = await bed.call(staff, 'GET', '/api/staff/settings/company');
    const value = { ...company.current, taxId: '01234567-0001' };
    const order = { basedOn: company.number, value, note: 'TIN' };
    const published = await bed.call(staff, 'POST', '/api/staff/settings/company/versions', order);
    expect(published.status, JSON.stringify([company, published.body])).toBe(200);
  });
  afterAll(() => bed.close());
  afterEach(() => {
    bed.sandbox.clearFaults();
    bed.sandbox.clearRequests();
  });

  const register = async (other: { readonly serviceId?: string } = {}) => {
    if (!bed.deps.eInvoicing) throw new Error('no provider');
    const eInvoicing = { ...bed.deps.eInvoicing, ...other };
    const seller = { ...bed.deps.seller(), taxId: '01234567-0001' };
    return registerEInvoices({ ...bed.deps, eInvoicing, seller: () => seller });
  };
  const standing = async (who: Customer) =>
    bed.rows(
      `select document_number as number, procedure, status, irn, fault ->> 'field' as field, fault ->> 'code' as code,
        qr_text is not null as coded from e_invoices where user_id = $1 order by created_at, document_number`,
      [who.id],
    );
  const numbersAt = () => bed.sandbox.registrations().map(({ irn }) => irn);
  const today = () => lagosDate(bed.deps.clock()).replaceAll('-', '');
  const saveDetails = (who: Customer, details: object) => who.browser.put('/api/user/billing-details', details);
  const lastInvoice = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body[0];

  it('reports what a person has paid, once, under its number, the service id and the day', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    expect(await standing(who)).toMatchObject([{ procedure: 'reporting', status: 'waiting', irn: null }]);
    await register();
    await register();
    const { invoiceNumber } = await lastInvoice(who);
    const irn = `${invoiceNumber.replaceAll('-', '')}-94ND90NR-${today()}`;
    expect(await standing(who)).toMatchObject([{ status: 'registered', irn, coded: provider === 'interswitch' }]);
    const { body } = await bed.call(who, 'GET', `/api/user/invoices/${invoiceNumber}`);
    expect(body.electronicReference).toBe(irn);
    const [{ body: sent } = { body: {} }] = bed.sandbox.registrations().filter((each) => each.irn === irn);
    expect(sent).toMatchObject({
      invoice_kind: 'B2C',
      invoice_type_code: '381',
      payment_status: 'PAID',
      tax_total: [{ tax_amount: 1744.19 }],
      legal_monetary_total: { tax_exclusive_amount: 23255.81, tax_inclusive_amount: 25000, payable_amount: 25000 },
    });
    expect(sent).not.toHaveProperty('accounting_customer_party');
  });

  it('registers a credit note under its own number, after its invoice', async () => {
    const who = await bed.createCustomer();
    const reference = await bed.pay(who);
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
    await settleRefunds(bed);
    await register();
    bed.wait(6 * MINUTE_MS);
    await register();
    const documents = await standing(who);
    expect(documents).toMatchObject([{ status: 'registered' }, { status: 'registered' }]);
    const [invoice, note] = documents;
    const sent = bed.sandbox.registrations().find(({ irn }) => irn === note?.irn);
    expect(sent?.body).toMatchObject({ invoice_type_code: '380', billing_reference: [{ irn: invoice?.irn }] });
  });

  it.each([
    ['hang', 'before'],
    ['hang', 'after'],
    ['drop', 'before'],
    ['drop', 'after'],
    ['error', 'after'],
    ['empty', 'after'],
    ['wrong-json', 'after'],
    ['wrong-shape', 'after'],
    ['offline', 'before'],
    ['limited', 'before'],
  ] as const)('after %s %s it has acted, a document is registered once in the end', async (mode, when) => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    const { invoiceNumber } = await lastInvoice(who);
    const irn = `${invoiceNumber.replaceAll('-', '')}-94ND90NR-${today()}`;
    bed.sandbox.addFault({ gateway: 'authority', operation: 'register', mode, when, times: 1, delayMs: 1500 });
    await bed.inHaste(register);
    expect(await standing(who)).not.toMatchObject([{ status: 'registered' }]);
    bed.wait(16 * MINUTE_MS);
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'registered', irn, code: null }]);
    expect(numbersAt().filter((each) => each === irn)).toHaveLength(1);
    expect(await bed.violations()).toEqual([]);
  });

  it('sends nothing more while its keys are refused, and everything once they are right', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    // The authority itself answers 400 to a wrong key.
    const reason = 'unable to validate api key';
    const operation = provider === 'interswitch' ? 'register' : 'validate';
    bed.sandbox.addFault({ gateway: 'authority', operation, mode: 'decline', reason, times: 1 });
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'waiting', code: 'keys-refused' }]);
    bed.wait(16 * MINUTE_MS);
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'registered' }]);
  });

  it('leaves what is refused by a rule to a person, with the field and the sentence, and sends it when they retry', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    const reason = 'invoicerequest.invoice.taxpointdate must be a valid date value yyyy-mm-dd (e.g: 2024-04-29)';
    bed.sandbox.addFault({ gateway: 'authority', operation: 'register', mode: 'decline', reason, times: 1 });
    await register();
    bed.wait(60 * MINUTE_MS);
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'refused', field: 'taxpointdate' }]);
    const [{ id } = {}] = await bed.rows('select id from e_invoices where user_id = $1', [who.id]);
    const retried = await bed.call(staff, 'POST', `/api/staff/e-invoices/${id}/retry`, {});
    expect([retried.status, retried.body.success]).toEqual([200, true]);
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'registered' }]);
  });

  it('with the service id of another business is refused by its name, and has the right number once that is mended', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    await register({ serviceId: 'ZZ00ZZ00' });
    expect(await standing(who)).toMatchObject([{ status: 'refused', field: 'irn' }]);
    const [{ id, said } = {}] = await bed.rows(
      "select id, fault ->> 'message' as said from e_invoices where user_id = $1",
      [who.id],
    );
    expect(said).toContain('EINVOICE_SERVICE_ID');
    expect((await bed.call(staff, 'POST', `/api/staff/e-invoices/${id}/retry`, {})).status).toBe(200);
    await register();
    const [{ irn = '' } = {}] = await standing(who);
    expect(irn).toContain('-94ND90NR-');
    expect(await standing(who)).toMatchObject([{ status: 'registered' }]);
    expect(numbersAt().filter((each) => each === irn)).toHaveLength(1);
  });

  it.each([-61, 61])(
    'whose clock jumps by %s minutes after an answer was lost is registered once, under its first number',
    async (minutes) => {
      const who = await bed.createCustomer();
      await bed.pay(who);
      bed.sandbox.addFault({ gateway: 'authority', operation: 'register', mode: 'drop', when: 'after', times: 1 });
      await register();
      const [{ irn = '' } = {}] = await standing(who);
      bed.wait(minutes * MINUTE_MS);
      await register();
      bed.wait(120 * MINUTE_MS);
      await register();
      expect(await standing(who)).toMatchObject([{ status: 'registered', irn }]);
      expect(numbersAt().filter((each) => each === irn)).toHaveLength(1);
    },
  );

  it('with a line of 300 characters and a name that XML forbids is registered without what cannot stand in it', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    await bed.pool.query(
      `update invoices set snapshot = jsonb_set(jsonb_set(snapshot, '{lines,0,label}', to_jsonb($2::text)), '{buyer,name}', to_jsonb($3::text))
       where user_id = $1`,
      [who.id, 'L'.repeat(300), 'Ada \u0001<Eze> & Sons'],
    );
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'registered' }]);
    const { invoiceNumber } = await lastInvoice(who);
    const xml = (await who.browser.get(`/api/user/invoices/${invoiceNumber}/invoice.xml`)).body;
    expect(xml).toContain('Ada &lt;Eze&gt; &amp; Sons');
    expect(xml).toContain('L'.repeat(300));
  });

  it('takes no number for its own that the authority has of somebody else', async () => {
    const who = await bed.createCustomer();
    await bed.pay(who);
    const [{ id } = {}] = await bed.rows('select id from e_invoices where user_id = $1', [who.id]);
    await register();
    // As after a restore: the portal does not know that it has sent it.
    await bed.pool.query(
      "update e_invoices set status = 'waiting', attempts = 0, registered_at = null, next_attempt_at = now() where id = $1",
      [id],
    );
    await register();
    expect(await standing(who)).toMatchObject([{ status: 'refused', code: 'duplicate', field: 'irn' }]);
    const accepted = await bed.call(staff, 'POST', `/api/staff/e-invoices/${id}/accept`, {});
    expect([accepted.status, accepted.body.success]).toEqual([200, true]);
    expect(await standing(who)).toMatchObject([{ status: 'registered' }]);
  });

  describe('a company', () => {
    let owner: Customer;
    const form = { companyName: 'Kano Foods Ltd', taxId: '07654321-0001', paymentTermsDays: 14, billingDay: 1 };
    const whole = { companyName: form.companyName, taxId: form.taxId, address: '1 Zoo Road, Kano' };
    const mails = () =>
      bed.rows("select 1 from outbox_messages where message_key like 'monthly-invoice:%' and user_id = $1", [owner.id]);
    const PHONE = '+2348031234567';
    const setPhone = (phone: string | null) =>
      bed.pool.query('update users set phone = $2 where id = $1', [owner.id, phone]);
    const bill = async (details: object, phone: string | null = PHONE) => {
      owner = await bed.createCustomer();
      await setPhone(phone);
      expect((await staff.browser.put(`/api/staff/customers/${owner.id}/company`, form)).statusCode).toBe(200);
      await saveDetails(owner, details);
      const [product] = (await bed.call(staff, 'GET', '/api/staff/charge-products')).body;
      await bed.call(staff, 'POST', `/api/staff/customers/${owner.id}/charges`, { product: product.id, quantity: 1 });
      const { nextInvoiceAt } = (await bed.call(owner, 'GET', '/api/user/company')).body.company;
      bed.wait(Date.parse(nextInvoiceAt) - bed.deps.clock().getTime() + 60 * MINUTE_MS);
      await runCompanyBilling(bed.deps);
    };

    it('gets its invoice once it is cleared, and its terms count from then; an outage of three days holds nothing else', async () => {
      await bill(whole);
      bed.sandbox.addFault({ gateway: 'authority', operation: 'register', mode: 'offline' });
      bed.sandbox.addFault({ gateway: 'authority', operation: 'validate', mode: 'offline' });
      for (let hours = 0; hours < 72; hours += 12) {
        await register();
        await runCompanyBilling(bed.deps);
        bed.wait(12 * 60 * MINUTE_MS);
      }
      expect(await mails()).toEqual([]);
      expect(await lastInvoice(owner)).toMatchObject({ status: 'open', registration: { status: 'waiting' } });
      bed.sandbox.clearFaults();
      await register();
      expect(await mails()).toHaveLength(1);
      const { dueAt, registration } = await lastInvoice(owner);
      expect(registration).toMatchObject({ status: 'registered' });
      expect(Math.round((Date.parse(dueAt) - bed.deps.clock().getTime()) / 86_400_000)).toBeGreaterThanOrEqual(13);
      await register();
      expect(await mails()).toHaveLength(1);
    });

    it('without a TIN is asked for it, pays meanwhile, and is registered once it is there', async () => {
      await bill({ companyName: form.companyName, address: '1 Zoo Road, Kano' });
      await register();
      expect(await standing(owner)).toMatchObject([
        { procedure: 'clearance', status: 'refused', field: 'buyer.taxId' },
      ]);
      await saveDetails(owner, whole);
      await register();
      expect(await standing(owner)).toMatchObject([{ status: 'registered' }]);
      const { invoiceNumber } = await lastInvoice(owner);
      const { body } = await bed.call(owner, 'GET', `/api/user/invoices/${invoiceNumber}`);
      expect(body.buyer.taxId).toBe('07654321-0001');
      expect(await mails()).toHaveLength(1);
    });

    it('without a telephone number, where the provider wants one, is registered once their profile has it', async () => {
      const isWanted = provider === 'interswitch';
      await bill(whole, null);
      await register();
      expect(await standing(owner)).toMatchObject([
        isWanted ? { status: 'refused', field: 'buyer.phone' } : { status: 'registered' },
      ]);
      await setPhone(PHONE);
      const { firstName, lastName, email } = (await bed.call(owner, 'GET', '/api/user')).body;
      expect((await owner.browser.put('/api/user/profile', { firstName, lastName, email })).statusCode).toBe(200);
      await register();
      expect(await standing(owner)).toMatchObject([{ status: 'registered' }]);
    });
  });
});
