import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../../testing/billing/settle-refunds.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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

type Gateway = 'paystack' | 'flutterwave';

const pay = (who = customer, gateway?: Gateway, amount?: number) => bed.pay(who, gateway, amount);
async function dispute(reference: string, stage: 'create' | 'resolve'): Promise<void> {
  bed.sandbox.dispute(reference, stage);
  await bed.quiet();
}
const page = async (reference: string) => (await bed.call(staff, 'GET', `/api/staff/payments/${reference}`)).body;
const kinds = async (reference: string) =>
  (await page(reference)).events.map(({ kind }: { kind: string }) => kind) as string[];
const counts = async () => (await bed.call(staff, 'GET', '/api/staff/payment-counts')).body;
const credit = async (who: Customer) =>
  Number((await bed.rows('select balance from credit_balances where user_id = $1', [who.id]))[0]?.balance ?? 0);
const record = (reference: string) =>
  bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Letter of the bank' });
const renewal = async (who: Customer) =>
  Date.parse((await bed.call(who, 'GET', '/api/user/subscription')).body.nextBillingDate);

describe('a disputed payment', () => {
  it('is shown to staff with the day until which evidence is accepted, and stays paid meanwhile', async () => {
    const before = (await counts()).disputed;
    const reference = await pay();
    await dispute(reference, 'create');
    expect(await page(reference)).toMatchObject({ status: 'successful', dispute: { outcome: null } });
    expect(Date.parse((await page(reference)).dispute.dueAt)).toBeGreaterThan(bed.deps.clock().getTime());
    expect((await counts()).disputed).toBe(before + 1);
    const open = (await bed.call(staff, 'GET', '/api/staff/payments?dispute=open')).body;
    expect(open.map((payment: { reference: string }) => payment.reference)).toContain(reference);
    expect(await renewal(customer)).toBeGreaterThan(bed.deps.clock().getTime());
  });

  it('that is lost is charged back once: the month, the invoice, the friend’s reward; and the customer is notified', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    const reference = await pay(friend, 'paystack', 20_000);
    expect(await credit(customer)).toBe(2000);
    await dispute(reference, 'create');
    await Promise.all([dispute(reference, 'resolve'), dispute(reference, 'resolve')]);
    expect(await page(reference)).toMatchObject({ status: 'disputed', decisions: [], dispute: { outcome: 'lost' } });
    expect((await kinds(reference)).filter((kind) => kind === 'charged-back')).toHaveLength(1);
    expect(await renewal(friend)).toBeLessThanOrEqual(bed.deps.clock().getTime());
    expect(await credit(customer)).toBe(0);
    expect((await bed.call(customer, 'GET', '/api/user/referral')).body.earnings).toBe(0);
    const [invoice] = (await bed.call(friend, 'GET', '/api/user/invoices')).body;
    expect(invoice.creditNotes).toMatchObject([{ total: 20_000 }]);
    const [notice] = await bed.rows(
      "select values ->> 'amount' as amount from notices where user_id = $1 and kind = 'payment-charged-back'",
      [friend.id],
    );
    expect(notice?.amount).toBe('₦20,000');
    expect(
      await bed.rows('select actor_kind, actor_program, action from audit_records where subject = $1', [
        `payment:${reference}`,
      ]),
    ).toEqual([{ actor_kind: 'webhook', actor_program: 'paystack', action: 'payment.chargeback' }]);
    expect((await record(reference)).body.code).toBe('payment.not-taken-back');
    const refund = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Again' });
    expect(refund.body.code).toBe('refund.not-possible');
  });

  it('that is won stays paid, and the dispute is closed', async () => {
    const reference = await pay();
    await dispute(reference, 'create');
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'verify',
      mode: 'other-amount',
      reference,
      amountKobo: 2_500_000,
    });
    const body = { event: 'charge.dispute.resolve', data: { id: 1, transaction: { reference }, status: 'resolved' } };
    await bed.rows(
      `insert into webhook_events (gateway, event_key, event_name, reference, raw_body) values ('paystack', $1, $2, $1, $3)`,
      [reference, body.event, JSON.stringify(body)],
    );
    bed.wait(1000);
    await bed.jobs.processWebhooks();
    expect(await page(reference)).toMatchObject({ status: 'successful', dispute: { outcome: 'won' } });
    expect(await kinds(reference)).toContain('dispute-won');
  });

  it('leaves no dispute open when the gateway reports the chargeback before the first webhook is processed, or a reminder comes late', async () => {
    const before = (await counts()).disputed;
    const [reference, silent] = [await pay(), await pay(await bed.createCustomer())];
    const webhook = (stage: string, id: number, reference: string) => {
      const body = { event: `charge.dispute.${stage}`, data: { id, transaction: { reference }, status: 'pending' } };
      return bed.rows(
        `insert into webhook_events (gateway, event_key, event_name, reference, raw_body) values ('paystack', $1, $2, $3, $4)`,
        [`${stage} ${reference}`, body.event, reference, JSON.stringify(body)],
      );
    };
    await dispute(silent, 'resolve');
    await webhook('remind', 2, silent);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
    await dispute(reference, 'resolve');
    for (const stage of ['create', 'remind']) {
      await webhook(stage, 1, reference);
      bed.wait(1000);
      await bed.jobs.processWebhooks();
      expect(await page(reference)).toMatchObject({ status: 'disputed', dispute: { outcome: 'lost' } });
    }
    expect((await counts()).disputed).toBe(before);
  });

  it('is not charged back by a webhook alone while the gateway does not report it, and is once it does', async () => {
    const reference = await pay();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'verify', mode: 'drop', reference });
    await dispute(reference, 'resolve');
    expect((await page(reference)).status).toBe('successful');
    bed.sandbox.clearFaults();
    bed.wait(3_600_000);
    await bed.jobs.processWebhooks();
    expect((await page(reference)).status).toBe('disputed');
  });

  describe('of which the money had become credit', () => {
    const spend = 'update credit_balances set balance = balance - 10000 where user_id = $1';
    const book = `insert into ledger_entries (transaction_key, account, user_id, amount)
       select 'test-spent-' || $1::int, account, $1::int, amount from (values ('credit', 10000), ('revenue', -10000)) entry (account, amount)`;
    /** Paid twice: charges back the one of the two that became credit. */
    async function payTwice(): Promise<() => Promise<unknown>> {
      await pay();
      const second = await bed.open(customer, 'paystack');
      const third = await bed.open(customer, 'flutterwave');
      for (const [gateway, reference] of [
        ['paystack', second],
        ['flutterwave', third],
      ] as const) {
        bed.sandbox.decide(reference, 'approve');
        await bed.verify(customer, gateway, reference);
      }
      expect(await credit(customer)).toBe(25_000);
      return (await kinds(third)).includes('credited') ? () => record(third) : () => dispute(second, 'resolve');
    }
    const loss = async () => {
      const sum = "select sum(amount) as amount from ledger_entries where account = 'chargebacks' and user_id = $1";
      return Number((await bed.rows(sum, [customer.id]))[0]?.amount);
    };

    it('takes what is left of the credit; the rest is our loss', async () => {
      const chargeBackCredit = await payTwice();
      for (const statement of [spend, book]) await bed.pool.query(statement, [customer.id]);
      await chargeBackCredit();
      expect(await credit(customer)).toBe(0);
      expect(await loss()).toBe(10_000);
    });

    it('takes what is left of the credit, also when the customer spends a part at that very moment', async () => {
      const chargeBackCredit = await payTwice();
      const spending = await bed.pool.connect();
      await spending.query('begin');
      await spending.query(spend, [customer.id]);
      const takingBack = chargeBackCredit();
      await vi.waitUntil(async () => (await bed.rows('select from pg_locks where not granted')).length > 0);
      await spending.query(book, [customer.id]);
      await spending.query('commit');
      spending.release();
      await takingBack;
      await bed.quiet();
      expect(await credit(customer)).toBe(0);
      expect(await loss()).toBe(10_000);
    });
  });
});

describe('staff', () => {
  it('record a chargeback that a gateway reports by letter alone, with an audited reason', async () => {
    const reference = await pay(customer, 'flutterwave');
    const { body } = await record(reference);
    expect(body.payment).toMatchObject({ status: 'disputed' });
    const [audit] = (await bed.call(staff, 'GET', `/api/staff/audit?subject=payment:${reference}`)).body;
    expect(audit).toMatchObject({ action: 'payment.chargeback', after: { reason: 'Letter of the bank' } });
  });

  it('cannot record one for a payment that its gateway still calls paid, or that is being refunded', async () => {
    const reference = await pay();
    expect((await record(reference)).body).toMatchObject({
      code: 'payment.not-taken-back',
      message: 'Paystack does not say that this payment was taken back.',
    });
    const own = await pay(customer, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'refund', mode: 'drop', times: 1 });
    await bed.call(staff, 'POST', `/api/staff/payments/${own}/refund`, { reason: 'Moved away' });
    expect((await record(own)).body.code).toBe('payment.not-taken-back');
    await settleRefunds(bed);
    expect((await page(own)).status).toBe('refunded');
  });
});
