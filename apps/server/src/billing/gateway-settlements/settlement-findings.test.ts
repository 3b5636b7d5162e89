import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { DAY_MS, type SettlementTestbed, startSettlementTestbed } from '../../testing/billing/settlement-testbed.ts';
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
  it('is read to its last page', async () => {
    const references = [await on.pay(), await on.pay(), await on.pay()];
    const settlement = on.settle({ perPage: 2 });
    await on.read();
    expect(await on.shown(settlement)).toMatchObject({ payments: references.length, gross: 75_000, findings: 0 });
  });

  it('waits until it is paid', async () => {
    await on.pay();
    const settlement = on.settle({ status: 'pending' });
    await on.read();
    expect(await on.shown(settlement)).toMatchObject({ status: 'pending', bookedAt: null, payments: 0 });
    expect(await on.balance('gateway:paystack')).toBe(25_000);
    bed.sandbox.changeSettlement(settlement.number, { status: 'paid' });
    await on.read();
    expect(await on.balance('gateway:paystack')).toBe(0);
  });

  it('has the VAT in its fees as staff chose', async () => {
    const choose = (feeVat: string) =>
      on.staff.browser.put('/api/staff/settlement-gateways/paystack/fee-vat', { feeVat });
    expect((await choose('included')).statusCode).toBe(200);
    await on.pay();
    const included = on.settle();
    await on.read();
    expect(await on.entriesOf(included)).toMatchObject({ 'input-vat': 33.14, 'gateway-fees': 441.86 });
    await choose('added');
    await on.pay();
    const added = on.settle({ deductedKobo: 3563 });
    await on.read();
    expect(await on.entriesOf(added)).toMatchObject({
      'input-vat': 35.63,
      'gateway-fees': FEE,
      'gateway:paystack': -25_000,
    });
    expect(await on.findingsOf(added)).toEqual([]);
    await choose('none');
  });
});

it('a gateway for which staff chose something before its first reading is read all the same', async () => {
  await bed.rows("update gateway_settlement_readings set next_at = null where gateway = 'paystack'");
  await on.pay();
  const settlement = on.settle();
  await readSettlements(bed.deps);
  expect(await on.entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
});

describe('what does not agree is named, and nothing is made to agree', () => {
  it('a payment that is in two settlements leaves the gateway once', async () => {
    const reference = await on.pay();
    on.settle();
    await on.read();
    const second = on.settle({ again: [reference] });
    await on.read();
    expect(await on.findingsOf(second)).toEqual([['settled-twice', reference]]);
    expect(await on.balance('gateway:paystack')).toBe(0);
  });

  it('a total that is not the sum of its payments', async () => {
    await on.pay();
    const settlement = on.settle({ wrongByKobo: 5000 });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['sums-differ', 'gross']]);
    expect(await on.entriesOf(settlement)).toMatchObject({ suspense: -50, 'gateway:paystack': -25_000 });
  });

  it('something that was taken off without a name', async () => {
    await on.pay();
    const settlement = on.settle({ deductedKobo: 700_000 });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['deduction-unknown', null]]);
    expect(await on.entriesOf(settlement)).toMatchObject({ suspense: 7000, 'payouts:paystack': 25_000 - FEE - 7000 });
  });

  it('a chargeback of which the gateway tells only the sum is found by it', async () => {
    const reference = await on.pay();
    bed.sandbox.dispute(reference, 'resolve');
    await bed.quiet();
    await bed.call(on.staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Lost' });
    const settlement = on.settle({ deductedKobo: 2_500_000 });
    await on.read();
    const items = await on.get(`/api/staff/settlements/${(await on.shown(settlement)).id}/items`);
    expect(items.map(({ kind, reference: of }: { kind: string; reference: string }) => [kind, of])).toEqual([
      ['chargeback', reference],
      ['payment', reference],
    ]);
    expect(await on.findingsOf(settlement)).toEqual([]);
    expect(await on.balance('gateway:paystack')).toBe(0);
  });

  it('a payment that went back and was paid out all the same, until a later settlement takes it off', async () => {
    const reference = await on.pay();
    const first = on.settle();
    await bed.call(on.staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Asked for' });
    await settleRefunds(bed);
    await on.read();
    expect(await on.findingsOf(first)).toEqual([['refund-not-taken', reference]]);
    expect(await on.balance('gateway:paystack')).toBe(-25_000);
    const second = on.settle();
    await on.read();
    expect(await on.findingsOf(first)).toEqual([]);
    expect(await on.shown(second)).toMatchObject({ refunds: 25_000, net: -25_000, findings: 0 });
    expect(await on.balance('gateway:paystack')).toBe(0);
  });

  it('a payout to another account than before', async () => {
    await on.pay('flutterwave');
    const settlement = on.settle({ gateway: 'flutterwave', account: '9999999999' });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['account-changed', null]]);
    const [finding] = (await on.shown(settlement)).listed;
    expect(finding.details).toEqual({ before: '0031318432 063', now: '9999999999 063' });
    bed.wait(DAY_MS);
    on.settle({ gateway: 'flutterwave' });
    await on.read();
  });

  it.each(['failed', 'flagged'] as const)('a settlement that is %s, until it is paid', async (status) => {
    await on.pay('flutterwave');
    const settlement = on.settle({ gateway: 'flutterwave', status });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['not-paid-out', null]]);
    expect(await on.balance('gateway:flutterwave')).toBe(25_000);
    bed.sandbox.changeSettlement(settlement.number, { status: 'paid' });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([]);
    expect(await on.balance('gateway:flutterwave')).toBe(0);
  });

  it('other figures than those that were booked, which stay booked', async () => {
    await on.pay();
    const settlement = on.settle();
    await on.read();
    const before = await on.entriesOf(settlement);
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 100 });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['figures-changed', null]]);
    expect(await on.entriesOf(settlement)).toEqual(before);
  });

  it('stays resolved while the fact is the same, and is there again with another', async () => {
    await on.pay();
    const settlement = on.settle();
    await on.read();
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 100 });
    await on.read();
    const [{ id }] = (await on.shown(settlement)).listed;
    const resolve = () =>
      bed.call(on.staff, 'POST', `/api/staff/settlement-findings/${id}/resolve`, { reason: 'Their mistake' });
    expect((await resolve()).status).toBe(200);
    expect((await resolve()).body.code).toBe('settlement.finding-not-found');
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([]);
    bed.sandbox.changeSettlement(settlement.number, { wrongByKobo: 200 });
    await on.read();
    expect(await on.findingsOf(settlement)).toEqual([['figures-changed', null]]);
  });

  it('a payment that is in no settlement after five days', async () => {
    const reference = await on.pay();
    bed.wait(4 * DAY_MS);
    on.settle({ without: [reference] });
    await on.read();
    const unsettled = () => on.get('/api/staff/settlement-gateways/paystack/unsettled-payments');
    expect(await unsettled()).toEqual([]);
    bed.wait(2 * DAY_MS);
    expect(await unsettled()).toMatchObject([{ reference, amount: 25_000, days: 6 }]);
    const [{ unsettled: sum }] = await on.get('/api/staff/settlement-gateways');
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
    await on.pay();
    const settlement = on.settle({ perPage: 1 });
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'settlements',
      mode,
      reference: `${settlement.number}:page-1`,
      ...(status && { status }),
    });
    await expect(on.read()).rejects.toThrow(`Paystack: settlement ${settlement.number}`);
    expect(await on.entriesOf(settlement)).toEqual({});
    const [{ failure, failedAt }] = await on.get('/api/staff/settlement-gateways');
    expect([failure, failedAt]).toEqual([expect.stringContaining(String(settlement.number)), expect.any(String)]);
    bed.sandbox.clearFaults();
    await on.read();
    expect(await on.entriesOf(settlement)).toMatchObject({ 'gateway:paystack': -25_000 });
    expect((await on.get('/api/staff/settlement-gateways'))[0]).toMatchObject({ failure: null });
  });

  it('on the second page of what is in a settlement: none of it is booked', async () => {
    await on.pay();
    await on.pay();
    const settlement = on.settle({ perPage: 1 });
    bed.sandbox.addFault({
      gateway: 'paystack',
      operation: 'settlements',
      mode: 'error',
      reference: `${settlement.number}:page-2`,
    });
    await expect(on.read()).rejects.toThrow();
    expect(await on.shown(settlement)).toMatchObject({ bookedAt: null, payments: 0 });
    bed.sandbox.clearFaults();
    await on.read();
    expect(await on.shown(settlement)).toMatchObject({ payments: 2, findings: 0 });
  });

  it('delays no other gateway', async () => {
    await on.pay('flutterwave');
    const settlement = on.settle({ gateway: 'flutterwave' });
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'settlements', mode: 'error' });
    await expect(on.read()).rejects.toThrow('Paystack');
    expect(await on.entriesOf(settlement)).toMatchObject({ 'gateway:flutterwave': -25_000 });
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
    for (let count = random(4); count >= 0; count--) paid.push(await on.pay());
    for (let parts = random(3); parts >= 0; parts--) {
      const status = random(3) === 0 ? 'pending' : 'paid';
      const settlement = on.settle({
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
    await on.read().catch(() => undefined);
    expect(await on.balance('gateway:paystack')).toBe(await unsettled());
    expect(await bed.violations()).toEqual([]);
    bed.wait(DAY_MS);
  }
  bed.sandbox.clearFaults();
  await on.read();
  expect(await on.balance('gateway:paystack')).toBe(await unsettled());
});
