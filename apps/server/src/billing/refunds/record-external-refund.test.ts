import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { refundThere } from '../../testing/billing/refund-there.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import type { ListedRefund } from '../payments/gateways/gateway.port.ts';
import { findPaymentByReference } from '../payments/payment.repository.ts';
import { recordRefundedOutside } from './record-refunded-outside.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TEN_THOUSAND = toKobo(1_000_000);
const FIFTEEN_THOUSAND = toKobo(1_500_000);
const ALL = toKobo(2_500_000);
/** 75 of 1,075 of the invoice, rounded half up (Nigeria Tax Act 2025); a part takes back its share of that. */
const VAT_OF = { tenThousand: 697.68, whole: 1744.19 };

let bed: PaymentTestbed;
let customer: Customer;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
beforeEach(async () => {
  customer = await bed.createCustomer();
});
afterEach(async () => {
  bed.sandbox.clearFaults();
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

const pay = (who = customer, amount?: number) => bed.pay(who, 'paystack', amount);
async function discrepancyOf(reference: string) {
  const { body } = await bed.call(staff, 'GET', '/api/staff/gateway-reconciliations');
  const all = body.flatMap(({ discrepancies }: { discrepancies: object[] }) => discrepancies);
  return all.find((discrepancy: { reference: string }) => discrepancy.reference === reference);
}
/** The gateway lists these refunds of a payment, whatever it has done. */
async function lists(reference: string, refunds: readonly Pick<ListedRefund, 'amountKobo'>[]): Promise<void> {
  const payment = await findPaymentByReference(bed.database, reference);
  const gateway = bed.deps.gateways.find(({ id }) => id === payment?.gateway);
  if (!gateway || !payment) throw new Error('no payment');
  const transaction = payment.gatewayReference ?? '';
  const listed = refunds.map((refund) => ({ ...refund, refundId: '1', transaction, hasFailed: false }));
  const telling = { ...gateway, listRefunds: async () => ({ kind: 'listed' as const, refunds: listed }) };
  await recordRefundedOutside(bed.deps, telling, payment, 'reconciliation');
}
const book = (id: number) =>
  bed.call(staff, 'POST', `/api/staff/gateway-discrepancies/${id}/external-refund`, {
    reason: 'Goodwill after the outage',
  });
const bookWhatIsShown = async (reference: string) => (await book((await discrepancyOf(reference)).id)).status;
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const invoiceOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body[0];
const credit = async (who: Customer) =>
  Number((await bed.rows('select balance from credit_balances where user_id = $1', [who.id]))[0]?.balance ?? 0);
/** What the ledger has of a payment in an account, in naira. */
async function ledgerOf(reference: string, account: string): Promise<number> {
  const [row] = await bed.rows(
    `select coalesce(sum(e.amount), 0) as sum from ledger_entries e join payments p on p.id = e.payment_id
     where p.reference = $1 and e.account like $2`,
    [reference, account],
  );
  return Number(row?.sum);
}

describe('a part that a gateway has refunded and staff book', () => {
  it('leaves our ledger once, whoever of two colleagues is faster; month and reward stay, and the customer has a credit note and is told', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    const reference = await pay(friend, 20_000);
    const reward = await credit(customer);
    const renewal = async () => (await bed.call(friend, 'GET', '/api/user/subscription')).body.nextBillingDate;
    const before = await renewal();
    await refundThere(bed, reference, TEN_THOUSAND);
    const { id } = await discrepancyOf(reference);
    const answers = await Promise.all([book(id), book(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);

    expect(await ledgerOf(reference, 'gateway:%')).toBe(10_000);
    expect(await ledgerOf(reference, 'revenue')).toBe(-10_000);
    expect(await page(reference)).toMatchObject({ status: 'successful', refundedOutside: 10_000 });
    expect([await credit(customer), await renewal()]).toEqual([reward, before]);
    expect(reward).toBeGreaterThan(0);

    const invoice = await invoiceOf(friend);
    expect(invoice).toMatchObject({ status: 'paid', creditNotes: [{ total: 10_000 }] });
    const note = invoice.creditNotes[0].creditNoteNumber;
    const document = (await friend.browser.get(`/api/user/invoices/${note}/page`)).body;
    expect(document).toContain(`Part of invoice ${invoice.invoiceNumber}`);
    expect(document).toContain('-₦697.68');
    const [payment] = (await bed.call(friend, 'GET', '/api/user/payments')).body;
    expect(payment).toMatchObject({ reference, status: 'successful', refundedOutside: 10_000 });
    const month = new Date(bed.deps.clock().getTime() + 3_600_000).toISOString().slice(0, 7);
    expect((await bed.call(friend, 'GET', `/api/user/statements/${month}`)).body).toMatchObject({
      refunded: 10_000,
      corrected: 10_000,
      chargedBack: 0,
      refunds: [{ reference, amount: 10_000 }],
    });
    const letters = await bed.rows('select subject from outbox_messages where recipient = $1', [friend.email]);
    expect(letters.map(({ subject }) => subject)).toContain(`A part of your payment ${reference} is refunded`);
  });

  it('is no discrepancy any more, and the next part is one of its own', async () => {
    const reference = await pay();
    await refundThere(bed, reference, TEN_THOUSAND);
    expect(await bookWhatIsShown(reference)).toBe(200);
    bed.wait(16 * 60_000);
    await bed.jobs.reconcileWithGateways();
    expect(await discrepancyOf(reference)).toBeUndefined();
    await refundThere(bed, reference, toKobo(500_000));
    expect(await discrepancyOf(reference)).toMatchObject({ ledgerAmount: 25_000, gatewayAmount: 15_000 });
    expect(await bookWhatIsShown(reference)).toBe(200);
    expect(await page(reference)).toMatchObject({ refundedOutside: 15_000 });
    expect((await invoiceOf(customer)).creditNotes).toMatchObject([{ total: 10_000 }, { total: 5000 }]);
  });

  const onTheDashboard = (reference: string) => refundThere(bed, reference, FIFTEEN_THOUSAND);
  async function withThePortal(reference: string): Promise<void> {
    expect(await page(reference)).toMatchObject({ refundable: { amount: 15_000 } });
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
    await settleRefunds(bed);
  }
  it.each([
    ['on the gateway’s dashboard', onTheDashboard, 'disputed'],
    ['with the portal', withThePortal, 'refunded'],
  ])(
    'is not counted again when the rest is refunded %s, and the credit notes add up to the invoice',
    async (_where, sendRest, status) => {
      const reference = await pay();
      await refundThere(bed, reference, TEN_THOUSAND);
      expect(await bookWhatIsShown(reference)).toBe(200);
      await sendRest(reference);
      expect((await page(reference)).status).toBe(status);
      expect([await ledgerOf(reference, 'gateway:%'), await ledgerOf(reference, 'revenue')]).toEqual([0, 0]);
      expect((await invoiceOf(customer)).creditNotes).toMatchObject([{ total: 10_000 }, { total: 15_000 }]);
      const vats = await bed.rows(
        'select c.vat::float8 as vat from credit_notes c where c.user_id = $1 order by c.year, c.sequence',
        [customer.id],
      );
      const rest = Math.round((VAT_OF.whole - VAT_OF.tenThousand) * 100) / 100;
      expect(vats.map(({ vat }) => vat)).toEqual([VAT_OF.tenThousand, rest]);
    },
  );

  it('of a payment that became credit is taken off that as far as it is there; the rest is our loss', async () => {
    const second = await bed.open(customer, 'flutterwave');
    await pay();
    bed.sandbox.decide(second, 'approve');
    await bed.verify(customer, 'flutterwave', second);
    await bed.quiet();
    expect(await credit(customer)).toBe(25_000);
    await bed.rows('update credit_balances set balance = 4000 where user_id = $1', [customer.id]);
    await bed.rows(
      `insert into ledger_entries (transaction_key, account, user_id, amount)
       select 'test-spent-here', account, $1, amount from (values ('credit', 21000), ('revenue', -21000)) entry (account, amount)`,
      [customer.id],
    );
    await lists(second, [{ amountKobo: TEN_THOUSAND }]);
    expect(await bookWhatIsShown(second)).toBe(200);
    expect(await credit(customer)).toBe(0);
    expect(await ledgerOf(second, 'chargebacks')).toBe(6000);
    expect(await ledgerOf(second, 'gateway:%')).toBe(15_000);
  });
});

describe('staff cannot book', () => {
  it('all of a payment as a part', async () => {
    const reference = await pay();
    await lists(reference, [{ amountKobo: ALL }]);
    const discrepancy = await discrepancyOf(reference);
    expect((await book(discrepancy.id)).body.code).toBe('payment.not-a-part');
    expect(await discrepancyOf(reference)).toMatchObject({ id: discrepancy.id, gatewayAmount: 25_000 });
    expect(await ledgerOf(reference, 'gateway:%')).toBe(25_000);
  });

  it('a part while a refund of ours is under way, nor what a colleague has closed', async () => {
    const reference = await pay();
    await refundThere(bed, reference, TEN_THOUSAND);
    const { id } = await discrepancyOf(reference);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'refund', mode: 'drop', reference });
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
    expect((await book(id)).body.code).toBe('refund.under-way');
    await bed.call(staff, 'POST', `/api/staff/gateway-discrepancies/${id}/close`, { reason: 'Ours' });
    expect((await book(id)).body.code).toBe('payment.discrepancy-not-found');
    expect(await page(reference)).toMatchObject({ refundedOutside: 0 });
  });

  it('less than what is booked already, where a refund has failed after all', async () => {
    const reference = await pay();
    await refundThere(bed, reference, TEN_THOUSAND);
    expect(await bookWhatIsShown(reference)).toBe(200);
    await lists(reference, []);
    const discrepancy = await discrepancyOf(reference);
    expect(discrepancy).toMatchObject({ ledgerAmount: 25_000, gatewayAmount: 0 });
    expect((await book(discrepancy.id)).body.code).toBe('payment.not-a-part');
  });
});
