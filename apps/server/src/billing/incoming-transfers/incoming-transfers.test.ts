import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { intakeOf, openNumber } from '../../testing/billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { readTransfers } from './read-transfers.ts';

let bed: PaymentTestbed;
let staff: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());
beforeEach(() => bed.sandbox.clearFaults());

const withNumber = (provider: IntakeProvider) => openNumber(bed, provider);

const PROVIDERS = ['paystack', 'monnify', 'flutterwave'] as const;

describe.each(PROVIDERS)('money sent to an account number of %s', (provider) => {
  it('pays the month that is due, with a receipt, and names who sent it', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    await bed.call(customer, 'POST', '/api/user/subscription', { planId: bed.planId });
    bed.sandbox.transfer({ accountNumber, amountKobo: 2_500_000, senderName: 'BISI ADE' });
    await bed.quiet();

    const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payment).toMatchObject({ gateway: provider, amount: 25_000, status: 'successful' });
    expect(payment.receiptNumber).toMatch(/^RCT-/);
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('active');
    expect(await bed.rows('select payer_name from payments where user_id = $1', [customer.id])).toEqual([
      { payer_name: 'BISI ADE' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });

  it('of a sum that pays nothing whole is credit, and a second one pays with it', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    await bed.call(customer, 'POST', '/api/user/subscription', { planId: bed.planId });
    const send = async (naira: number) => {
      bed.sandbox.transfer({ accountNumber, amountKobo: naira * 100, senderName: 'BISI ADE' });
      await bed.quiet();
    };
    await send(10_000);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(10_000);
    await send(20_000);
    expect((await bed.call(customer, 'GET', '/api/user/subscription')).body.status).toBe('active');
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(5000);
    expect(await bed.violations()).toEqual([]);
  });

  it('is booked once however often its notice comes, and a forged one is refused', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    bed.sandbox.addFault({ gateway: provider, operation: 'webhook', mode: 'duplicate', copies: 5, times: 1 });
    bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'BISI ADE', sessionId: `S-${provider}` });
    bed.sandbox.addFault({ gateway: provider, operation: 'webhook', mode: 'forge', times: 1 });
    bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'BISI ADE', sessionId: `S-${provider}` });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
  });

  it('is not believed of a notice with a wrong signature, of which nothing is stored', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    const countEvents = async () => (await bed.rows('select count(*)::int as count from webhook_events'))[0]?.count;
    const before = await countEvents();
    bed.sandbox.addFault({ gateway: provider, operation: 'webhook', mode: 'forge', times: 1 });
    bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'BISI ADE' });
    await bed.quiet();
    expect(await countEvents()).toBe(before);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
  });

  it.each(['decline', 'error'] as const)(
    'is booked later where the provider does not confirm its notice at first (%s)',
    async (mode) => {
      const { customer, accountNumber } = await withNumber(provider);
      bed.sandbox.addFault({ gateway: provider, operation: 'verify', mode, times: 1 });
      bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'BISI ADE' });
      await bed.quiet();
      expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
      bed.wait(2 * 60_000);
      await bed.quiet();
      expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
    },
  );

  it('whose webhooks were all lost is found in the provider’s list by the next morning, once', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    bed.sandbox.addFault({ gateway: provider, operation: 'webhook', mode: 'lose', times: 1 });
    bed.sandbox.transfer({ accountNumber, amountKobo: 300_000, senderName: 'BISI ADE' });
    await bed.rows("update transfer_readings set next_at = '2026-01-01'");
    await Promise.all([
      readTransfers(bed.deps, intakeOf(bed, provider)),
      readTransfers(bed.deps, intakeOf(bed, provider)),
    ]);
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(3000);
  });

  it('of a customer who has left waits for staff, who give it with one press', async () => {
    const { customer, accountNumber } = await withNumber(provider);
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/virtual-accounts/close`, { reason: 'Moved' });
    bed.sandbox.transfer({ accountNumber, amountKobo: 500_000, senderName: 'BISI ADE' });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
    const [waiting] = (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=waiting&limit=1')).body;
    expect(waiting).toMatchObject({ reason: 'closed-number', amount: 5000, payer: 'BISI ADE' });
    expect(waiting.suggestions).toMatchObject([{ why: 'number', customer: { id: customer.id } }]);
    const given = await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${waiting.id}/assign`, {
      customerId: customer.id,
      reason: 'It was their number',
    });
    expect(given.body.transfer).toMatchObject({ status: 'settled', customer: { id: customer.id } });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(5000);
    expect(await bed.violations()).toEqual([]);
  });
});

describe('money that nobody can be found for', () => {
  const waitingOf = async (payer: string) =>
    (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=waiting')).body.find(
      (each: { payer: string }) => each.payer === payer,
    );

  it('to a number that is nobody’s waits, is in the ledger, and suggests whom its narration and its payer name', async () => {
    const named = await bed.createCustomer();
    await bed.rows("update users set first_name = 'Ọmọ́táyọ̀', last_name = 'Zúbáìrù' where id = $1", [named.id]);
    const meant = await bed.createCustomer();
    const { accountNumber } = (await bed.call(meant, 'GET', '/api/user/account')).body;
    const sent = { accountNumber: '1234509876', amountKobo: 700_000, senderName: 'ZUBAIRU OMOTAYO' };
    bed.sandbox.transfer({ ...sent, narration: `for ${accountNumber} internet` });
    await bed.quiet();
    const waiting = await waitingOf('ZUBAIRU OMOTAYO');
    expect(waiting).toMatchObject({ reason: 'unknown-number', sentTo: '1234509876' });
    expect(
      waiting.suggestions.map(({ why, customer }: { why: string; customer: { id: number } }) => [why, customer.id]),
    ).toEqual([
      ['narration', meant.id],
      ['name', named.id],
    ]);
    const entries = await bed.rows(
      "select amount from ledger_entries where account = 'unmatched-money' and transaction_key = $1",
      [`incoming-transfer:${waiting.id}`],
    );
    expect(entries).toEqual([{ amount: '-7000.00' }]);
    expect(await bed.violations()).toEqual([]);
  });

  it('in dollars is never booked, and can only go back', async () => {
    const { customer, accountNumber } = await withNumber('monnify');
    bed.sandbox.transfer({ accountNumber, amountKobo: 90_000, senderName: 'FOREIGN PAYER', currency: 'USD' });
    await bed.quiet();
    const { id, reason } = await waitingOf('FOREIGN PAYER');
    expect(reason).toBe('other-currency');
    const assigned = await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${id}/assign`, {
      customerId: customer.id,
      reason: 'It is theirs',
    });
    expect(assigned).toMatchObject({ status: 409, body: { message: expect.stringContaining('only go back') } });
    const returned = await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${id}/return`, { note: 'By hand' });
    expect(returned.body.transfer.status).toBe('returned');
    expect(await bed.violations()).toEqual([]);
  });

  it('of a test key waits for staff as what it is, and is no part of the money that is owed to somebody', async () => {
    const unmatched = async () => {
      const { body } = await bed.call(staff, 'GET', '/api/staff/unmatched-money');
      const { attention } = (await bed.call(staff, 'GET', '/api/staff/overview')).body;
      const onHome = attention.find(({ kind }: { kind: string }) => kind === 'money-unmatched');
      expect([onHome.count, onHome.amount]).toEqual([body.count, body.amount]);
      return body;
    };
    const before = await unmatched();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'verify', mode: 'other-domain' });
    const { customer, accountNumber } = await withNumber('paystack');
    bed.sandbox.transfer({ accountNumber, amountKobo: 50_000, senderName: 'TEST PAYER' });
    await bed.quiet();
    expect(await waitingOf('TEST PAYER')).toMatchObject({ reason: 'test-money', amount: 500 });
    expect(await unmatched()).toMatchObject({ count: before.count + 1, amount: before.amount });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
    expect(await bed.violations()).toEqual([]);
  });

  it('with the bank session of another transfer waits, and is not booked twice', async () => {
    const { customer, accountNumber } = await withNumber('monnify');
    const sent = { accountNumber, amountKobo: 100_000, senderName: 'TWICE SENDER' };
    bed.sandbox.transfer({ ...sent, sessionId: 'SESSION-OF-A-BANK' });
    await bed.quiet();
    // Another provider reports the same session of the bank under a reference of its own.
    await bed.rows("update incoming_transfers set provider = 'paystack' where session_id = 'SESSION-OF-A-BANK'");
    await bed.rows("update payments set gateway = 'paystack' where user_id = $1", [customer.id]);
    await bed.rows(
      "update ledger_entries set account = 'gateway:paystack' where user_id = $1 and account = 'gateway:monnify'",
      [customer.id],
    );
    await bed.rows("delete from webhook_events where raw_body like '%SESSION-OF-A-BANK%'");
    bed.sandbox.transfer({ ...sent, sessionId: 'SESSION-OF-A-BANK' });
    await bed.quiet();
    expect(await waitingOf('TWICE SENDER')).toMatchObject({ reason: 'session-twice', amount: 1000 });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
  });

  it('is given to one customer, though two members of staff press at the same moment', async () => {
    const [one, two] = [await bed.createCustomer(), await bed.createCustomer()];
    bed.sandbox.transfer({ accountNumber: '1234509876', amountKobo: 400_000, senderName: 'RACED PAYER' });
    await bed.quiet();
    const { id } = await waitingOf('RACED PAYER');
    const give = (to: Customer) =>
      bed.call(staff, 'POST', `/api/staff/incoming-transfers/${id}/assign`, { customerId: to.id, reason: 'Theirs' });
    const answers = await Promise.all([give(one), give(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const credit = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
    expect((await credit(one)) + (await credit(two))).toBe(4000);
    expect(await bed.violations()).toEqual([]);
  });

  it('of more than refunds may be is sent back by two members of staff', async () => {
    const colleague = await bed.createStaff();
    bed.sandbox.transfer({ accountNumber: '1234509876', amountKobo: 9_000_000, senderName: 'LARGE PAYER' });
    await bed.quiet();
    const { id } = await waitingOf('LARGE PAYER');
    const send = (who: Customer) =>
      bed.call(who, 'POST', `/api/staff/incoming-transfers/${id}/return`, { note: 'Back' });
    expect((await send(staff)).body.transfer.status).toBe('returning');
    expect(await send(staff)).toMatchObject({ status: 409, body: { message: expect.stringContaining('colleague') } });
    expect((await send(colleague)).body.transfer.status).toBe('returned');
    expect(await bed.violations()).toEqual([]);
  });
});

it('money that somebody wants to send back can still be given to whose it is, by a colleague who knows, once', async () => {
  const [customer, colleague] = [await bed.createCustomer(), await bed.createStaff()];
  await bed.rows("update users set first_name = 'Yetunde', last_name = 'Gbadebo' where id = $1", [customer.id]);
  bed.sandbox.transfer({ accountNumber: '1234509876', amountKobo: 9_000_000, senderName: 'YETUNDE GBADEBO' });
  await bed.quiet();
  const open = () => bed.call(colleague, 'GET', '/api/staff/incoming-transfers?status=open&limit=1');
  const [{ id }] = (await open()).body;
  await bed.call(staff, 'POST', `/api/staff/incoming-transfers/${id}/return`, { note: 'Nobody knows it' });
  expect((await open()).body).toMatchObject([
    { id, status: 'returning', suggestions: [{ why: 'name', customer: { id: customer.id } }] },
  ]);
  const form = { customerId: customer.id, reason: 'They showed the slip' };
  const give = () => bed.call(colleague, 'POST', `/api/staff/incoming-transfers/${id}/assign`, form);
  expect((await give()).body.transfer).toMatchObject({ status: 'settled', customer: { id: customer.id } });
  expect((await give()).status).toBe(409);
  const agreed = await bed.call(colleague, 'POST', `/api/staff/incoming-transfers/${id}/return`, { note: 'Agreed' });
  expect(agreed.status).toBe(409);
  expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(90_000);
  expect(await bed.violations()).toEqual([]);
});

describe('a transfer that its bank takes back', () => {
  it('takes back what it had paid, once', async () => {
    const { customer, accountNumber } = await withNumber('paystack');
    const sent = bed.sandbox.transfer({ accountNumber, amountKobo: 200_000, senderName: 'BACK TAKER' });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(2000);
    bed.sandbox.dispute(sent.reference, 'resolve');
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(0);
    const [payment] = (await bed.call(customer, 'GET', '/api/user/payments')).body;
    expect(payment.status).toBe('disputed');
    expect(await bed.rows("select status from incoming_transfers where payer_name = 'BACK TAKER'")).toEqual([
      { status: 'reversed' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });

  it('while it waits for staff is nobody’s any more', async () => {
    const sent = bed.sandbox.transfer({ accountNumber: '1234509876', amountKobo: 200_000, senderName: 'GONE AGAIN' });
    await bed.quiet();
    bed.sandbox.dispute(sent.reference, 'resolve');
    await bed.quiet();
    expect(await bed.rows("select status from incoming_transfers where payer_name = 'GONE AGAIN'")).toEqual([
      { status: 'reversed' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });
});
