import { lagosDate } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { type SettlementTestbed, startSettlementTestbed } from '../../testing/billing/settlement-testbed.ts';
import { readSettlements } from './read-settlements.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What Paystack keeps of 25,000 naira: 1.5 % and 100. */
const FEE = 475;

let on: SettlementTestbed;
let bed: SettlementTestbed['bed'];
beforeAll(async () => {
  on = await startSettlementTestbed();
  ({ bed } = on);
});
beforeEach(() => on.startDay());
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

describe('a settlement that is paid out', () => {
  it('moves its payments from the gateway to its payout and its fees, once, on its day', async () => {
    const references = [await on.pay(), await on.pay()];
    const settlement = on.settle();
    expect(await on.balance('gateway:paystack')).toBe(50_000);
    await on.read();
    await on.read();
    expect(await on.entriesOf(settlement)).toEqual({
      'payouts:paystack': 50_000 - 2 * FEE,
      'gateway-fees': 2 * FEE,
      'gateway:paystack': -50_000,
    });
    expect(await on.balance('gateway:paystack')).toBe(0);
    const detail = await on.shown(settlement);
    expect(detail).toMatchObject({ status: 'paid', gross: 50_000, fees: 2 * FEE, payments: 2, findings: 0 });
    const items = await on.get(`/api/staff/settlements/${detail.id}/items`);
    expect(items.map(({ reference }: { reference: string }) => reference).toSorted()).toEqual(references.toSorted());
    const [entry] = await bed.rows(
      "select (created_at at time zone 'Africa/Lagos')::date::text as day from ledger_entries where transaction_key = $1",
      [`settlement:paystack:${settlement.number}`],
    );
    expect(entry?.day).toBe(lagosDate(bed.deps.clock()));
  });

  it('of Flutterwave is in naira with kobo, and goes to the bank under its own reference', async () => {
    await bed.pay(on.customer, 'flutterwave');
    const settlement = on.settle({ gateway: 'flutterwave' });
    await on.read();
    expect(await on.entriesOf(settlement)).toEqual({
      'payouts:flutterwave': 24_650,
      'gateway-fees': 350,
      'gateway:flutterwave': -25_000,
    });
    const detail = await on.shown(settlement);
    expect(detail).toMatchObject({
      bankReference: `RV3${settlement.number}`,
      paidToAccount: '0031318432',
      paidToBank: '063',
    });
  });

  it('less a refund explains the rest, and the refund is booked no second time', async () => {
    const [kept, returned] = [await on.pay(), await on.pay('paystack')];
    await bed.call(on.staff, 'POST', `/api/staff/payments/${returned}/refund`, { reason: 'Asked for' });
    await settleRefunds(bed);
    expect(await on.balance('gateway:paystack')).toBe(25_000);
    const settlement = on.settle();
    await on.read();
    expect(await on.balance('gateway:paystack')).toBe(0);
    expect(await on.shown(settlement)).toMatchObject({
      gross: 50_000,
      refunds: 25_000,
      net: 25_000 - 2 * FEE,
      findings: 0,
    });
    const items = await on.get(`/api/staff/settlements/${(await on.shown(settlement)).id}/items`);
    expect(items.map(({ kind, reference }: { kind: string; reference: string }) => [kind, reference])).toEqual(
      expect.arrayContaining([
        ['payment', kept],
        ['refund', returned],
      ]),
    );
  });

  it('a payment of something else that is sold there goes to suspense', async () => {
    await on.pay();
    const settlement = on.settle({ foreign: [{ reference: 'SHOP-1', amountKobo: 1_000_000 }] });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['not-ours', 'SHOP-1']]);
    expect(await on.entriesOf(settlement)).toMatchObject({ suspense: -10_000, 'gateway:paystack': -25_000 });
  });

  it('a payment that our ledger has not yet is taken out of suspense once it has it', async () => {
    const reference = await bed.open(on.customer, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'lose' });
    bed.sandbox.decide(reference, 'approve');
    const settlement = on.settle({ gateway: 'flutterwave' });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['unpaid-payment', reference]]);
    expect(await on.balance('gateway:flutterwave')).toBe(0);
    await bed.verify(on.customer, 'flutterwave', reference);
    expect(await on.balance('gateway:flutterwave')).toBe(25_000);
    await on.read();
    expect(await on.balance('gateway:flutterwave')).toBe(0);
    expect(await on.findingsOf(settlement)).toEqual([]);
    await bed.quiet();
  });
});

it('two instances that read at once book each settlement once', async () => {
  await on.pay();
  const settlement = on.settle();
  await bed.rows("update gateway_settlement_readings set next_at = '2026-01-01' where next_at is not null");
  await Promise.all([readSettlements(bed.deps), readSettlements(bed.deps), readSettlements(bed.deps)]);
  expect(await on.entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

it('a reading that was killed between a settlement and its booking goes on with the next one', async () => {
  await on.pay();
  const settlement = on.settle();
  await bed.rows(
    'create function cut() returns trigger language plpgsql as $$ begin raise exception $m$cut$m$; end $$',
  );
  await bed.rows(
    "create trigger cut before insert on ledger_entries for each row when (new.account like 'payouts:%') execute function cut()",
  );
  await expect(on.read()).rejects.toThrow();
  await bed.rows('drop trigger cut on ledger_entries');
  await bed.rows('drop function cut');
  expect(await bed.violations()).toEqual([]);
  await on.read();
  expect(await on.entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

it('staff without the permission see nothing of it', async () => {
  expect((await bed.call(on.customer, 'GET', '/api/staff/settlements')).status).toBe(403);
});

describe('the report of a gateway without a list', () => {
  const send = (csv: string, query: Record<string, string> = {}) =>
    on.staff.browser.send(
      'POST',
      `/api/staff/settlement-reports?${new URLSearchParams({ gateway: 'quickteller', ...query })}`,
      csv,
      { 'content-type': 'text/csv' },
    );

  it('is shown as it is read, then booked once, and its columns are saved', async () => {
    const reference = await bed.pay(on.customer, 'quickteller');
    const csv = `Paid,Our Ref,Settled On,Batch,Remitted\n"25,000.00",${reference},${lagosDate(bed.deps.clock())},ISW-1,24625\nTotal,,,,24625\n`;
    const unread = (await send(csv, { dryRun: 'true' })).json();
    expect(unread.report.missing).toEqual(['paymentReference', 'amount', 'settlementDate', 'fee']);
    const columns = {
      paymentReference: 'Our Ref',
      amount: 'Paid',
      settlementDate: 'Settled On',
      settlementAmount: 'Remitted',
    };
    const { report } = (await send(csv, { ...columns, dryRun: 'true' })).json();
    expect(report).toMatchObject({ missing: [], settlements: 1, fresh: 1, skipped: 1, gross: 25_000, fees: 375 });
    expect(report.lines[0]).toMatchObject({ reference, amount: 25_000, batch: 'ISW-1' });
    expect(await on.balance('gateway:quickteller')).toBe(25_000);
    expect((await send(csv, columns)).statusCode).toBe(200);
    const again = (await send(csv)).json();
    expect(again.report).toMatchObject({ fresh: 0, settlements: 1 });
    expect(await on.balance('gateway:quickteller')).toBe(0);
    expect(await on.balance('payouts:quickteller')).toBe(24_625);
  });

  it('of Monnify names transfers to account numbers by its own references', async () => {
    const identity = { provider: 'monnify', bvn: '22212345678' };
    const asked = await bed.call(on.customer, 'POST', '/api/user/virtual-accounts', identity);
    expect(asked.status).toBe(200);
    const [{ accountNumber }] = (await bed.call(on.customer, 'GET', '/api/user/virtual-accounts')).body;
    const transfer = () => {
      bed.sandbox.transfer({ accountNumber, amountKobo: 1_250_000, senderName: 'BISI ADE' });
      return bed.sandbox.transactions().at(-1)?.reference;
    };
    const references = [transfer(), transfer()];
    await bed.quiet();
    const [entry] = (await on.get('/api/staff/settlement-gateways')).filter(
      ({ gateway }: { gateway: string }) => gateway === 'monnify',
    );
    expect(entry).toMatchObject({ name: 'Monnify', by: 'report' });
    const rows = references.map((reference) => `${reference},12500,10,${lagosDate(bed.deps.clock())},MNFY-SETTLED`);
    const csv = `Transaction Reference,Amount,Fee,Settlement Date,Settlement Reference\n${rows.join('\n')}\n`;
    const columns = { paymentReference: 'Transaction Reference', batchReference: 'Settlement Reference' };
    expect((await send(csv, { gateway: 'monnify', ...columns })).statusCode).toBe(200);
    expect(await on.balance('gateway:monnify')).toBe(0);
    expect(await on.balance('payouts:monnify')).toBe(24_980);
    expect(await on.get('/api/staff/settlements?gateway=monnify&findings=open')).toEqual([]);
  });

  it('with a row that cannot be read is not imported at all', async () => {
    const csv = 'Payment Reference,Amount,Fee,Settlement Date,Batch Reference\nA,1x,0,2026-11-30,B\n';
    const refused = await send(csv);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      422,
      'settlement.report-faulty',
      'Row 2: “1x” is not an amount of naira. Nothing was imported.',
    ]);
  });
});
