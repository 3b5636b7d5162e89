import { daysBefore, lagosDate } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../../platform/database/find-violations.ts';
import { bankLines } from '../../platform/database/schema/billing/bank.ts';
import { type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createInRole, issueVouchers } from '../../testing/billing/voucher-testbed.ts';
import { addBankAccount } from '../bank/accounts/change-bank-accounts.ts';
import { matchByHand } from '../bank/matching/match-by-hand.ts';
import { listItems } from '../bank/matching/open-item.repository.ts';
import { importStatement } from '../bank/statements/import-statement.ts';
import { readSettlements } from '../gateway-settlements/read-settlements.ts';

vi.setConfig({ hookTimeout: 60_000 });

let bed: PaymentTestbed;
let client: PoolClient;

/** A ledger with a reward, a period bought with credit and a sum that became credit. */
beforeAll(async () => {
  bed = await startPaymentTestbed();
  const referrer = await bed.createCustomer();
  const friend = await bed.createCustomer({ referredBy: referrer });
  bed.sandbox.decide(await bed.open(friend, 'paystack', 20_000), 'approve');
  await bed.quiet();
  const twice = [await bed.open(referrer, 'flutterwave', 23_000), await bed.open(referrer, 'quickteller', 23_000)];
  for (const reference of twice) bed.sandbox.decide(reference, 'approve');
  await bed.quiet();
  await useCounter(bed);
  await useAgent(bed);
  await settleGateways(bed);
  client = await bed.pool.connect();
});
afterAll(async () => {
  client.release();
  await bed.close();
});

/** Settlements of both gateways, one with a payment that became ours only after it was booked. */
async function settleGateways({ createCustomer, open, verify, sandbox, deps, quiet, rows }: PaymentTestbed) {
  const late = await createCustomer();
  const reference = await open(late, 'paystack');
  sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
  sandbox.decide(reference, 'approve');
  for (const gateway of ['paystack', 'flutterwave'] as const) sandbox.settle({ gateway });
  await readSettlements(deps);
  await verify(late, 'paystack', reference);
  await rows("update gateway_settlement_readings set next_at = now() - interval '1 second'");
  await readSettlements(deps);
  sandbox.clearFaults();
  await quiet();
}

/** A shift that took cash and a deposit, handed cash over and was closed with less than expected. */
async function useCounter(bed: PaymentTestbed): Promise<void> {
  const { createStaff, createCustomer, call, planId } = bed;
  const [cashier, customer] = [await createStaff(), await createCustomer()];
  const { shift } = (await call(cashier, 'POST', '/api/staff/till/open', {})).body.till;
  const pay = (form: object) =>
    call(cashier, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, { planId, ...form });
  await pay({ amount: 25_000, method: 'cash', clientRequestId: 'the-first' });
  await pay({ amount: 100, method: 'deposit', outsideReference: 'S1', clientRequestId: 'the-second' });
  await call(cashier, 'POST', `/api/staff/customers/${customer.id}/credit`, { amount: 5, reason: 'Kindness' });
  const [product] = (await call(cashier, 'GET', '/api/staff/charge-products')).body;
  const charge = { product: product.id, quantity: 1 };
  const { total } = (await call(cashier, 'POST', `/api/staff/customers/${customer.id}/charges`, charge)).body.charge;
  await pay({ amount: total, method: 'pos', outsideReference: 'S2', clientRequestId: 'the-fourth' });
  const paid = (await pay({ amount: 50, method: 'cash', clientRequestId: 'the-fifth' })).body.payment.reference;
  await call(await createStaff(), 'POST', `/api/staff/payments/${paid}/refund`, { reason: 'Asked for' });
  const [{ reference }] = (await call(cashier, 'GET', `/api/staff/payouts?customer=${customer.id}`)).body;
  await call(cashier, 'POST', `/api/staff/payouts/${reference}/cash`, { clientRequestId: 'the-sixth' });
  const handOver = { amount: 20_000, bankReference: 'B1', clientRequestId: 'the-third' };
  await call(cashier, 'POST', '/api/staff/till/hand-overs', handOver);
  await call(cashier, 'POST', '/api/staff/till/close', { shiftId: shift.id, counted: 4900, note: 'Torn' });
  await useBank(bed);
}

/** An agent who sold, bought vouchers of which one was used and one taken back, and handed over cash. */
async function useAgent(bed: PaymentTestbed): Promise<void> {
  const { createCustomer, createStaff, call, rows } = bed;
  const [staff, seller, customer] = [await createStaff(), await createInRole(bed, 'agent'), await createCustomer()];
  const form = { name: 'Kiosk', limit: null, commission: 3, email: seller.email };
  const agentId = (await call(staff, 'POST', '/api/staff/sales-agents', form)).body.agent.id;
  const [account] = await rows('select number from accounts where id = $1', [customer.id]);
  const sale = { customer: account?.number, amount: 2000, clientRequestId: 'the-seventh' };
  await call(seller, 'POST', '/api/staff/agent-counter/sales', sale);
  const { number, pins } = await issueVouchers(bed, staff, { count: 2, amount: 1000, agent: agentId });
  await call(customer, 'POST', '/api/user/vouchers', { pin: pins[0] });
  await call(staff, 'POST', `/api/staff/voucher-batches/${number}/refund`, { reason: 'Kiosk closed' });
  await issueVouchers(bed, staff, { count: 1, amount: 500, agent: agentId });
  await call(staff, 'POST', '/api/staff/till/open', {});
  const settled = { amount: 1500, method: 'cash', clientRequestId: 'the-eighth' };
  await call(staff, 'POST', `/api/staff/sales-agents/${agentId}/settlements`, settled);
}

/** A bank account whose statement shows the deposit and a charge. */
async function useBank({ createStaff, deps }: PaymentTestbed): Promise<void> {
  const { id: staffId } = await createStaff();
  const today = lagosDate(deps.clock());
  const account = { name: 'Main', bank: 'GTBank', accountNumber: '0123456789', deductsVat: true };
  const openingDay = lagosDate(daysBefore(deps.clock(), 2));
  const accountId = await addBankAccount(deps, { ...account, openingKobo: toKobo(100_000), openingDay, staffId });
  const file = Buffer.from(`Date,Narration,Debit,Credit\n${today},SLIP S1,,100\n${today},BANK CHARGE,-10.75,\n`);
  await importStatement(deps, { accountId, staffId, fileName: 'a.csv', columns: null, file });
  const [deposit, charge] = await deps.database.select().from(bankLines).orderBy(bankLines.id);
  const items = await listItems(deps.database, openingDay, openingDay);
  const source = items.find(({ kind }) => kind === 'deposit');
  if (!deposit || !charge || !source) throw new Error('the statement does not show the deposit');
  const by = { staffId, otherLine: null, note: 'Seen' };
  await matchByHand(deps, { ...by, lineId: deposit.id, items: [source.key], as: null });
  await matchByHand(deps, { ...by, lineId: charge.id, items: null, as: 'charge' });
}

/** The rules that a change breaks; it is rolled back afterwards. */
async function brokenBy(change: string): Promise<string[]> {
  await client.query('begin');
  await client.query(change);
  const violations = await findViolations(client);
  await client.query('rollback');
  return [...new Set(violations.map(({ rule }) => rule.slice(0, 2)))];
}

const oneSuccess =
  '(select p.id from payments p join subscription_periods s on s.payment_id = p.id where p.credit_used > 0 limit 1)';

describe('the invariants of the ledger', () => {
  it('hold for a correct ledger', async () => {
    expect(await findViolations(client)).toEqual([]);
    expect(await bed.rows("select 1 from payments where status = 'successful'")).toHaveLength(9);
  });

  it.each([
    ['I1', `update ledger_entries set amount = amount + 1 where account like 'gateway:%'`],
    ['I1', `delete from ledger_entries where account like 'gateway:%'`],
    ['I1', `update ledger_entries set account = 'gateway:other' where account like 'gateway:%'`],
    ['I2', `delete from receipts`],
    ['I2', `delete from subscription_periods`],
    ['I3', `delete from payment_events where kind = 'confirmed'`],
    ['I3', `update payment_events set details = details || '{"amountKobo": 1}' where kind = 'confirmed'`],
    [
      'I3',
      `update payment_events set details = details || '{"reference": "P00000000000000"}' where kind = 'confirmed'`,
    ],
    ['I3', `update payments set quote = jsonb_set(quote, '{lines,0,amountKobo}', '1') where status = 'successful'`],
    [
      'I4',
      `insert into subscription_periods (subscription_id, period_number, plan_id, monthly_fee, payment_id, starts_at, ends_at)
       select subscription_id, period_number + 1, plan_id, monthly_fee, gen_random_uuid(), starts_at, ends_at from subscription_periods limit 1`,
    ],
    ['I4', `update user_subscriptions set paid_periods = paid_periods + 1`],
    ['I5', `delete from ledger_entries where account = 'referral-rewards'`],
    ['I5', `update referrals set status = 'pending'`],
    ['I7', `update payments set status = 'failed' where id = ${oneSuccess}`],
    ['I7', `update payments set next_check_at = now() where id = ${oneSuccess}`],
    ['I8', `update receipts set user_id = (select max(id) from users where id <> receipts.user_id)`],
    ['I8', `update subscription_periods set payment_id = gen_random_uuid()`],
    ['L1', `update ledger_entries set amount = amount - 1 where account = 'revenue'`],
    ['L2', `update credit_balances set balance = balance + 1`],
    ['L3', `update payments set credit_used = credit_used + 1 where id = ${oneSuccess}`],
    ['I1', `update ledger_entries set account = 'till:0' where account like 'till:%' and payment_id is not null`],
    ['P1', `update payments set plan_id = null where id = ${oneSuccess}`],
    ['P1', `update invoices set subscription_id = null where kind = 'period'`],
    ['A1', `delete from billing_adjustments`],
    ['A1', `update billing_adjustments set amount = amount + 1`],
    ['A1', `update billing_adjustments set status = 'declined'`],
    ['A2', `update one_off_charges set payment_id = null`],
    ['A2', `update invoices set status = 'open' where kind = 'charge'`],
    ['T1', `delete from counter_payments`],
    ['T1', `update payments set till_id = null where gateway = 'cash'`],
    ['T1', `update counter_payments set staff_id = (select max(id) from users where id <> counter_payments.staff_id)`],
    ['T2', `update till_hand_overs set amount = amount + 1`],
    ['T2', `delete from till_hand_overs`],
    ['T3', `update till_shifts set expected = expected + 1`],
    ['T3', `delete from ledger_entries where transaction_key like 'till-closing:%'`],
    ['T3', `update till_shifts set note = null`],
    [
      'T4',
      `update ledger_entries set amount = amount - 100000 where transaction_key like 'till-closing:%' and account like 'till:%'`,
    ],
    ['T5', `update refund_payouts set staff_id = (select max(id) from users where id <> refund_payouts.staff_id)`],
    ['T5', `update refund_payouts set method = 'transfer'`],
    ['T5', `update refunds set status = 'pending' where id in (select refund_id from refund_payouts)`],
    ['T4', `delete from refund_payouts`],
    ['V1', `update ledger_entries set amount = amount + 1 where account = 'vouchers'`],
    ['V1', `update vouchers set status = 'expired' where status = 'issued'`],
    ['V2', `update vouchers set payment_id = null where status = 'used'`],
    ['V2', `update vouchers set amount = amount + 1 where status = 'used'`],
    ['V3', `update voucher_batches set discount = discount + 1`],
    ['V3', `update voucher_batches set status = 'issued' where status = 'refunded'`],
    ['V3', `delete from ledger_entries where transaction_key like 'voucher-return:%'`],
    ['V4', `update agent_sales set commission = commission + 1`],
    ['V4', `delete from agent_sales`],
    ['V4', `update ledger_entries set account = 'agent:0' where account like 'agent:%'`],
    ['V5', `update agent_settlements set amount = amount + 1`],
    ['V5', `update agent_settlements set method = 'transfer'`],
    ['V5', `delete from ledger_entries where transaction_key like 'agent-settlement:%'`],
    ['T4', `delete from agent_settlements`],
    ['G1', `update ledger_entries set amount = amount + 1 where account like 'payouts:%'`],
    ['G1', `delete from ledger_entries where transaction_key like 'settlement:%'`],
    ['G1', `update gateway_settlements set booked_at = null`],
    ['G1', `update ledger_entries set account = 'bad-debts' where account = 'gateway-fees'`],
    ['G2', `update gateway_settlements set net = net + 1`],
    ['G2', `update gateway_settlements set booked_at = null`],
    ['G3', `update gateway_settlement_items set payment_id = null where payment_id is not null`],
    ['G3', `update gateway_settlement_items set booked = booked + 1`],
    ['G4', `update ledger_entries set amount = 2 * amount where transaction_key like 'settlement-item:%'`],
    [
      'G4',
      `delete from gateway_settlement_items where 'settlement-item:' || id in (select transaction_key from ledger_entries)`,
    ],
    ['N1', `update receipts set sequence = sequence + 10`],
    ['N2', `update number_series set last_number = last_number + 1`],
    ['N3', `update receipts set vat_included = vat_included + 0.01`],
    ['K1', `update bank_lines set status = 'open' where status = 'matched'`],
    ['K1', `update bank_accounts set opening_balance = opening_balance + 1`],
    ['K1', `update ledger_entries set account = 'bank:99' where account like 'bank:%'`],
    ['K2', `update bank_match_items set amount = amount + 1 where line_id is null`],
    ['K2', `update bank_matches set undone_at = now()`],
    ['K2', `delete from ledger_entries where transaction_key like 'bank-match:%'`],
    ['K3', `update bank_match_items set account = 'bank' where source_key like 'payment:%'`],
  ])('%s detects %s', async (rule, change) => {
    expect(await brokenBy(change)).toContain(rule);
  });
});
