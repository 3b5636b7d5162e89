import { lagosDate } from '@portal/kernel/calendar';
import type { SettleRequest } from '@portal/sandbox/settlement';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { readSettlements } from './read-settlements.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;
/** What Paystack keeps of 25,000 naira: 1.5 % and 100. */
const FEE = 475;

let bed: PaymentTestbed;
let customer: Customer;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
});
/** The day of each test is a new one, and what was paid before it is settled. */
beforeEach(async () => {
  bed.wait(DAY_MS);
  bed.sandbox.clearFaults();
  for (const gateway of ['paystack', 'flutterwave'] as const) bed.sandbox.settle({ gateway });
  await read();
  await bed.rows('update gateway_settlement_findings set resolved_at = now()');
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

const get = async (url: string) => (await bed.call(staff, 'GET', url)).body;
const pay = (gateway: 'paystack' | 'flutterwave' = 'paystack') => bed.pay(customer, gateway);
const settle = (request: Partial<SettleRequest> = {}) => bed.sandbox.settle({ gateway: 'paystack', ...request });

/** As in the night after. */
async function read(): Promise<void> {
  await bed.rows("update gateway_settlement_readings set next_at = '2026-01-01' where next_at is not null");
  await readSettlements(bed.deps);
}

async function shown(settlement: { readonly number: number }) {
  const all = await get('/api/staff/settlements?limit=100');
  const { id } = all.find(({ settlementId }: { settlementId: string }) => settlementId === String(settlement.number));
  return get(`/api/staff/settlements/${id}`);
}
const findingsOf = async (settlement: { readonly number: number }) =>
  (await shown(settlement)).listed
    .filter(({ resolved }: { resolved: unknown }) => resolved === null)
    .map(({ kind, subject }: { kind: string; subject: string | null }) => [kind, subject]);

/** The ledger’s entries of a settlement, in naira. */
async function entriesOf(settlement: { readonly number: number; readonly gateway: string }) {
  const rows = await bed.rows(
    'select account, amount from ledger_entries where transaction_key = $1 order by account',
    [`settlement:${settlement.gateway}:${settlement.number}`],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}
const balance = async (account: string) =>
  Number(
    (await bed.rows('select coalesce(sum(amount), 0) as sum from ledger_entries where account = $1', [account]))[0]
      ?.sum,
  );

describe('a settlement that is paid out', () => {
  it('moves its payments from the gateway to its payout and its fees, once, on its day', async () => {
    const references = [await pay(), await pay()];
    const settlement = settle();
    expect(await balance('gateway:paystack')).toBe(50_000);
    await read();
    await read();
    expect(await entriesOf(settlement)).toEqual({
      'payouts:paystack': 50_000 - 2 * FEE,
      'gateway-fees': 2 * FEE,
      'gateway:paystack': -50_000,
    });
    expect(await balance('gateway:paystack')).toBe(0);
    const detail = await shown(settlement);
    expect(detail).toMatchObject({ status: 'paid', gross: 50_000, fees: 2 * FEE, payments: 2, findings: 0 });
    const items = await get(`/api/staff/settlements/${detail.id}/items`);
    expect(items.map(({ reference }: { reference: string }) => reference).toSorted()).toEqual(references.toSorted());
    const [entry] = await bed.rows(
      "select (created_at at time zone 'Africa/Lagos')::date::text as day from ledger_entries where transaction_key = $1",
      [`settlement:paystack:${settlement.number}`],
    );
    expect(entry?.day).toBe(lagosDate(bed.deps.clock()));
  });

  it('of Flutterwave is in naira with kobo, and goes to the bank under its own reference', async () => {
    await bed.pay(customer, 'flutterwave');
    const settlement = settle({ gateway: 'flutterwave' });
    await read();
    expect(await entriesOf(settlement)).toEqual({
      'payouts:flutterwave': 24_650,
      'gateway-fees': 350,
      'gateway:flutterwave': -25_000,
    });
    const detail = await shown(settlement);
    expect(detail).toMatchObject({
      bankReference: `RV3${settlement.number}`,
      paidToAccount: '0031318432',
      paidToBank: '063',
    });
  });

  it('is read to its last page', async () => {
    const references = [await pay(), await pay(), await pay()];
    const settlement = settle({ perPage: 2 });
    await read();
    expect(await shown(settlement)).toMatchObject({ payments: references.length, gross: 75_000, findings: 0 });
  });

  it('waits until it is paid', async () => {
    await pay();
    const settlement = settle({ status: 'pending' });
    await read();
    expect(await shown(settlement)).toMatchObject({ status: 'pending', bookedAt: null, payments: 0 });
    expect(await balance('gateway:paystack')).toBe(25_000);
    bed.sandbox.changeSettlement(settlement.number, { status: 'paid' });
    await read();
    expect(await balance('gateway:paystack')).toBe(0);
  });

  it('less a refund explains the rest, and the refund is booked no second time', async () => {
    const [kept, returned] = [await pay(), await pay('paystack')];
    await bed.call(staff, 'POST', `/api/staff/payments/${returned}/refund`, { reason: 'Asked for' });
    await settleRefunds(bed);
    expect(await balance('gateway:paystack')).toBe(25_000);
    const settlement = settle();
    await read();
    expect(await balance('gateway:paystack')).toBe(0);
    expect(await shown(settlement)).toMatchObject({
      gross: 50_000,
      refunds: 25_000,
      net: 25_000 - 2 * FEE,
      findings: 0,
    });
    const items = await get(`/api/staff/settlements/${(await shown(settlement)).id}/items`);
    expect(items.map(({ kind, reference }: { kind: string; reference: string }) => [kind, reference])).toEqual(
      expect.arrayContaining([
        ['payment', kept],
        ['refund', returned],
      ]),
    );
  });

  it('has the VAT in its fees as staff chose', async () => {
    const choose = (feeVat: string) => staff.browser.put('/api/staff/settlement-gateways/paystack/fee-vat', { feeVat });
    expect((await choose('included')).statusCode).toBe(200);
    await pay();
    const included = settle();
    await read();
    expect(await entriesOf(included)).toMatchObject({ 'input-vat': 33.14, 'gateway-fees': 441.86 });
    await choose('added');
    await pay();
    const added = settle({ deductedKobo: 3563 });
    await read();
    expect(await entriesOf(added)).toMatchObject({
      'input-vat': 35.63,
      'gateway-fees': FEE,
      'gateway:paystack': -25_000,
    });
    expect(await findingsOf(added)).toEqual([]);
    await choose('none');
  });
});

it('a gateway for which staff chose something before its first reading is read all the same', async () => {
  await bed.rows("update gateway_settlement_readings set next_at = null where gateway = 'paystack'");
  await pay();
  const settlement = settle();
  await readSettlements(bed.deps);
  expect(await entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

describe('what does not agree is named, and nothing is made to agree', () => {
  it('a payment of something else that is sold there goes to suspense', async () => {
    await pay();
    const settlement = settle({ foreign: [{ reference: 'SHOP-1', amountKobo: 1_000_000 }] });
    await read();
    expect(await findingsOf(settlement)).toEqual([['not-ours', 'SHOP-1']]);
    expect(await entriesOf(settlement)).toMatchObject({ suspense: -10_000, 'gateway:paystack': -25_000 });
  });

  it('a payment that is in two settlements leaves the gateway once', async () => {
    const reference = await pay();
    settle();
    await read();
    const second = settle({ again: [reference] });
    await read();
    expect(await findingsOf(second)).toEqual([['settled-twice', reference]]);
    expect(await balance('gateway:paystack')).toBe(0);
  });

  it('a payment that our ledger has not yet is taken out of suspense once it has it', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'lose' });
    bed.sandbox.decide(reference, 'approve');
    const settlement = settle({ gateway: 'flutterwave' });
    await read();
    expect(await findingsOf(settlement)).toEqual([['unpaid-payment', reference]]);
    expect(await balance('gateway:flutterwave')).toBe(0);
    await bed.verify(customer, 'flutterwave', reference);
    expect(await balance('gateway:flutterwave')).toBe(25_000);
    await read();
    expect(await balance('gateway:flutterwave')).toBe(0);
    expect(await findingsOf(settlement)).toEqual([]);
    await bed.quiet();
  });

  it('a total that is not the sum of its payments', async () => {
    await pay();
    const settlement = settle({ wrongByKobo: 5000 });
    await read();
    expect(await findingsOf(settlement)).toEqual([['sums-differ', 'gross']]);
    expect(await entriesOf(settlement)).toMatchObject({ suspense: -50, 'gateway:paystack': -25_000 });
  });

  it('something that was taken off without a name', async () => {
    await pay();
    const settlement = settle({ deductedKobo: 700_000 });
    await read();
    expect(await findingsOf(settlement)).toEqual([['deduction-unknown', null]]);
    expect(await entriesOf(settlement)).toMatchObject({ suspense: 7000, 'payouts:paystack': 25_000 - FEE - 7000 });
  });

  it('a chargeback of which the gateway tells only the sum is found by it', async () => {
    const reference = await pay();
    bed.sandbox.dispute(reference, 'resolve');
    await bed.quiet();
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Lost' });
    const settlement = settle({ deductedKobo: 2_500_000 });
    await read();
    const items = await get(`/api/staff/settlements/${(await shown(settlement)).id}/items`);
    expect(items.map(({ kind, reference: of }: { kind: string; reference: string }) => [kind, of])).toEqual([
      ['chargeback', reference],
      ['payment', reference],
    ]);
    expect(await findingsOf(settlement)).toEqual([]);
    expect(await balance('gateway:paystack')).toBe(0);
  });

  it('a payment that went back and was paid out all the same, until a later settlement takes it off', async () => {
    const reference = await pay();
    const first = settle();
    await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Asked for' });
    await settleRefunds(bed);
    await read();
    expect(await findingsOf(first)).toEqual([['refund-not-taken', reference]]);
    expect(await balance('gateway:paystack')).toBe(-25_000);
    const second = settle();
    await read();
    expect(await findingsOf(first)).toEqual([]);
    expect(await shown(second)).toMatchObject({ refunds: 25_000, net: -25_000, findings: 0 });
    expect(await balance('gateway:paystack')).toBe(0);
  });

  it('a payout to another account than before', async () => {
    await pay('flutterwave');
    const settlement = settle({ gateway: 'flutterwave', account: '9999999999' });
    await read();
    expect(await findingsOf(settlement)).toEqual([['account-changed', null]]);
    const [finding] = (await shown(settlement)).listed;
    expect(finding.details).toEqual({ before: '0031318432 063', now: '9999999999 063' });
    bed.wait(DAY_MS);
    settle({ gateway: 'flutterwave' });
    await read();
  });

  it.each(['failed', 'flagged'] as const)('a settlement that is %s, until it is paid', async (status) => {
    await pay('flutterwave');
    const settlement = settle({ gateway: 'flutterwave', status });
    await read();
    expect(await findingsOf(settlement)).toEqual([['not-paid-out', null]]);
    expect(await balance('gateway:flutterwave')).toBe(25_000);
    bed.sandbox.changeSettlement(settlement.number, { status: 'paid' });
    await read();
    expect(await findingsOf(settlement)).toEqual([]);
    expect(await balance('gateway:flutterwave')).toBe(0);
  });

  it('other figures than those that were booked, which stay booked', async () => {
    await pay();
    const settlement = settle();
    await read();
    const before = await entriesOf(settlement);
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 100 });
    await read();
    expect(await findingsOf(settlement)).toEqual([['figures-changed', null]]);
    expect(await entriesOf(settlement)).toEqual(before);
  });

  it('stays resolved while the fact is the same, and is there again with another', async () => {
    await pay();
    const settlement = settle();
    await read();
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 100 });
    await read();
    const [{ id }] = (await shown(settlement)).listed;
    const resolve = () =>
      bed.call(staff, 'POST', `/api/staff/settlement-findings/${id}/resolve`, { reason: 'Their mistake' });
    expect((await resolve()).status).toBe(200);
    expect((await resolve()).body.code).toBe('settlement.finding-not-found');
    await read();
    expect(await findingsOf(settlement)).toEqual([]);
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 200 });
    await read();
    expect(await findingsOf(settlement)).toEqual([['figures-changed', null]]);
  });

  it('a payment that is in no settlement after five days', async () => {
    const reference = await pay();
    bed.wait(4 * DAY_MS);
    settle({ without: [reference] });
    await read();
    const unsettled = () => get('/api/staff/settlement-gateways/paystack/unsettled-payments');
    expect(await unsettled()).toEqual([]);
    bed.wait(2 * DAY_MS);
    expect(await unsettled()).toMatchObject([{ reference, amount: 25_000, days: 6 }]);
    const [{ unsettled: sum }] = await get('/api/staff/settlement-gateways');
    expect(sum).toMatchObject({ count: 1, amount: 25_000 });
  });
});

describe('a gateway that does not answer', () => {
  it.each([
    ['is asked too often', 'error', 429],
    ['rejects our key', 'error', 401],
    ['has a fault', 'error', 502],
    ['answers something else', 'wrong-shape', undefined],
  ] as const)('%s: nothing is booked, staff see why, and it goes on from there', async (_, mode, status) => {
    await pay();
    const settlement = settle({ perPage: 1 });
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'settlements',
      mode,
      reference: `${settlement.number}:page-1`,
      ...(status && { status }),
    });
    await expect(read()).rejects.toThrow(`Paystack: settlement ${settlement.number}`);
    expect(await entriesOf(settlement)).toEqual({});
    const [{ failure, failedAt }] = await get('/api/staff/settlement-gateways');
    expect([failure, failedAt]).toEqual([expect.stringContaining(String(settlement.number)), expect.any(String)]);
    bed.sandbox.clearFaults();
    await read();
    expect(await entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
    expect((await get('/api/staff/settlement-gateways'))[0]).toMatchObject({ failure: null });
  });

  it('on the second page of what is in a settlement: none of it is booked', async () => {
    await pay();
    await pay();
    const settlement = settle({ perPage: 1 });
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'settlements',
      mode: 'error',
      reference: `${settlement.number}:page-2`,
    });
    await expect(read()).rejects.toThrow();
    expect(await shown(settlement)).toMatchObject({ bookedAt: null, payments: 0 });
    bed.sandbox.clearFaults();
    await read();
    expect(await shown(settlement)).toMatchObject({ payments: 2, findings: 0 });
  });

  it('delays no other gateway', async () => {
    await pay('flutterwave');
    const settlement = settle({ gateway: 'flutterwave' });
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'settlements', mode: 'error' });
    await expect(read()).rejects.toThrow('Paystack');
    expect(await entriesOf(settlement)).toMatchObject({ 'gateway:flutterwave': -25_000 });
  });
});

/** A number below `most` from a seed, the same in every run (mulberry32). */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

it('over random nights the account of a gateway has exactly the payments that no settlement has', async () => {
  const seed = 20_261_130;
  console.info(`nights of settlements: seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]): T[] => values.filter(() => random(3) === 0);
  const all: string[] = [];
  const unsettled = async () =>
    Number(
      (
        await bed.rows(`select coalesce(sum(coalesce(p.received, p.amount)), 0) as sum from payments p
          where p.gateway = 'paystack' and p.status = 'successful' and not exists (
            select from gateway_settlement_items i where i.payment_id = p.id)`)
      )[0]?.sum,
    );
  for (let night = 0; night < 6; night++) {
    const paid: string[] = [];
    for (let count = random(4); count >= 0; count--) paid.push(await pay());
    for (let parts = random(3); parts >= 0; parts--) {
      const status = random(3) === 0 ? 'pending' : 'paid';
      const settlement = settle({
        status,
        perPage: 1 + random(3),
        without: pick(paid),
        again: random(2) === 0 ? pick(all) : [],
        foreign: random(3) === 0 ? [{ reference: `SHOP-${night}-${parts}`, amountKobo: 1 + random(5_000_000) }] : [],
        wrongByKobo: random(4) === 0 ? random(500) : 0,
        deductedKobo: random(4) === 0 ? random(9000) : 0,
      });
      if (random(3) === 0) {
        const reference = `${settlement.number}:page-${1 + random(2)}`;
        bed.sandbox.addFault({ gateway: 'paystack', operation: 'settlements', mode: 'error', times: 1, reference });
      }
      if (status === 'pending' && random(2) === 0) bed.sandbox.changeSettlement(settlement.number, { status: 'paid' });
    }
    all.push(...paid);
    await read().catch(() => undefined);
    expect(await balance('gateway:paystack')).toBe(await unsettled());
    expect(await bed.violations()).toEqual([]);
    bed.wait(DAY_MS);
  }
  bed.sandbox.clearFaults();
  await read();
  expect(await balance('gateway:paystack')).toBe(await unsettled());
});

it('two instances that read at once book each settlement once', async () => {
  await pay();
  const settlement = settle();
  await bed.rows("update gateway_settlement_readings set next_at = '2026-01-01' where next_at is not null");
  await Promise.all([readSettlements(bed.deps), readSettlements(bed.deps), readSettlements(bed.deps)]);
  expect(await entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

it('a reading that was killed between a settlement and its booking goes on with the next one', async () => {
  await pay();
  const settlement = settle();
  await bed.rows(
    'create function cut() returns trigger language plpgsql as $$ begin raise exception $m$cut$m$; end $$',
  );
  await bed.rows(
    "create trigger cut before insert on ledger_entries for each row when (new.account like 'payouts:%') execute function cut()",
  );
  await expect(read()).rejects.toThrow();
  await bed.rows('drop trigger cut on ledger_entries');
  await bed.rows('drop function cut');
  expect(await bed.violations()).toEqual([]);
  await read();
  expect(await entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

it('staff without the permission see nothing of it', async () => {
  expect((await bed.call(customer, 'GET', '/api/staff/settlements')).status).toBe(403);
});

describe('the report of a gateway without a list', () => {
  const send = (csv: string, query: Record<string, string> = {}) =>
    staff.browser.send(
      'POST',
      `/api/staff/settlement-reports?${new URLSearchParams({ gateway: 'quickteller', ...query })}`,
      csv,
      { 'content-type': 'text/csv' },
    );

  it('is shown as it is read, then booked once, and its columns are kept', async () => {
    const reference = await bed.pay(customer, 'quickteller');
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
    expect(await balance('gateway:quickteller')).toBe(25_000);
    expect((await send(csv, columns)).statusCode).toBe(200);
    const again = (await send(csv)).json();
    expect(again.report).toMatchObject({ fresh: 0, settlements: 1 });
    expect(await balance('gateway:quickteller')).toBe(0);
    expect(await balance('payouts:quickteller')).toBe(24_625);
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
