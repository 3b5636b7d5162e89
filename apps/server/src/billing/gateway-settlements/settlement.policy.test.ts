import { addKobo, negateKobo, toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListedSettlement, SettlementItem } from '../payments/gateways/gateway.port.ts';
import { bookedAt, judgeSettlement, type KnownPayment } from './settlement.policy.ts';
import { settlementEntries } from './settlement-entries.ts';

const RATE = 750;
const none = toKobo(0);

function ours(n: number, oursKobo: number, fields: Partial<KnownPayment> = {}): KnownPayment {
  return {
    id: `id-${n}`,
    reference: `P${n}`,
    gatewayReference: `T${n}`,
    status: 'successful',
    oursKobo: toKobo(oursKobo),
    chargedKobo: toKobo(oursKobo),
    settledIn: null,
    isDeducted: false,
    returnedKobo: none,
    ...fields,
  };
}
function paid(n: number, amount: number, fee: number): SettlementItem {
  const [amountKobo, feeKobo] = [toKobo(amount), toKobo(fee)];
  return { kind: 'payment', reference: `P${n}`, transaction: `T${n}`, vendorReference: `V${n}`, amountKobo, feeKobo };
}
function listedOf(items: readonly SettlementItem[], fields: Partial<ListedSettlement> = {}): ListedSettlement {
  const sum = (of: (item: SettlementItem) => number) => items.reduce((total, item) => total + of(item), 0);
  const [gross, fees] = [sum(({ amountKobo }) => amountKobo), sum(({ feeKobo }) => feeKobo)];
  return {
    settlementId: 'S1',
    status: 'paid',
    grossKobo: toKobo(gross),
    feesKobo: toKobo(fees),
    stampDutyKobo: none,
    deductions: { kind: 'sum', sumKobo: none },
    netKobo: toKobo(gross - fees),
    settledOn: '2026-11-30',
    bankReference: null,
    paidToAccount: null,
    paidToBank: null,
    reachesBank: true,
    message: null,
    ...fields,
  };
}
const tax = { feeVat: 'none', rate: RATE } as const;
const sumOf = (entries: ReturnType<typeof settlementEntries>, account: string) =>
  entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amountKobo : sum), 0);

it('a payer who bore the fee leaves the provider no fee', () => {
  const items = [paid(1, 2_547_500, 47_500)];
  const judged = judgeSettlement(listedOf(items), items, [ours(1, 2_500_000, { chargedKobo: toKobo(2_547_500) })], tax);
  expect(judged.findings).toEqual([]);
  const entries = settlementEntries(listedOf(items), 'paystack', judged);
  expect([sumOf(entries, 'gateway-fees'), sumOf(entries, 'payouts:paystack')]).toEqual([0, 2_500_000]);
});

it('a payment with another sum than ours leaves the gateway with ours, and the rest goes to suspense', () => {
  const items = [paid(1, 2_400_000, 0)];
  const judged = judgeSettlement(listedOf(items), items, [ours(1, 2_500_000)], tax);
  expect(judged.findings).toEqual([
    { kind: 'other-amount', subject: 'P1', details: { amount: 2_400_000, ours: 2_500_000 } },
  ]);
  expect(judged.sums.suspense).toBe(-100_000);
});

it('a settlement is booked at noon of its day, and never in the future', () => {
  const now = new Date('2026-12-05T09:00:00Z');
  expect(bookedAt('2026-11-30', now).toISOString()).toBe('2026-11-30T11:00:00.000Z');
  expect(bookedAt('2026-12-05', now)).toBe(now);
});

const kobo = (most: number) => fc.integer({ min: 1, max: most });
/** What a gateway may say of a payment that is ours. */
const saying = fc.record({
  amount: kobo(50_000_000),
  fee: fc.integer({ min: 0, max: 200_000 }),
  wrongBy: fc.constantFrom(0, 0, 0, -5, 700),
  isKnown: fc.constantFrom(true, true, true, false),
  status: fc.constantFrom('successful', 'successful', 'refunded', 'disputed', 'pending', 'failed'),
  isTwice: fc.constantFrom(false, false, true),
  isReturned: fc.boolean(),
});

it('whatever a gateway says, the entries balance, and its account loses exactly what our ledger has of the payments in it', () => {
  fc.assert(
    fc.property(
      fc.array(saying, { maxLength: 30 }),
      fc.record({
        grossBy: fc.integer({ min: -900, max: 900 }),
        netBy: fc.integer({ min: -900, max: 900 }),
        stamp: fc.integer({ min: 0, max: 5000 }),
      }),
      fc.constantFrom('none', 'included', 'added'),
      (sayings, off, feeVat) => {
        const known = sayings.flatMap(({ amount, isKnown, status }, n) =>
          isKnown ? [ours(n, amount, { status })] : [],
        );
        const payments = sayings.flatMap(({ amount, fee, wrongBy, isTwice }, n) => {
          const item = paid(n, Math.max(0, amount + wrongBy), fee);
          return isTwice ? [item, { ...item, vendorReference: `again-${n}` }] : [item];
        });
        const returned = sayings.flatMap(({ amount, isReturned }, n): SettlementItem[] =>
          isReturned ? [{ ...paid(n, amount, 0), kind: 'refund', reference: null, vendorReference: `R${n}` }] : [],
        );
        const plain = listedOf(payments);
        const listed = listedOf(payments, {
          grossKobo: addKobo(plain.grossKobo, toKobo(off.grossBy)),
          netKobo: addKobo(plain.netKobo, toKobo(off.netBy)),
          stampDutyKobo: toKobo(off.stamp),
        });
        const judged = judgeSettlement(listed, [...payments, ...returned], known, { feeVat, rate: RATE });
        const entries = settlementEntries(listed, 'x', judged);
        expect(addKobo(...entries.map(({ amountKobo }) => amountKobo))).toBe(0);
        const has = new Set(['successful', 'refunded', 'disputed']);
        const due = sayings.reduce((sum, { amount, isKnown, status, isReturned }) => {
          if (!isKnown || !has.has(status)) return sum;
          return sum + amount - (isReturned ? amount : 0);
        }, 0);
        expect(sumOf(entries, 'gateway:x')).toBe(negateKobo(toKobo(due)));
        const { sums } = judged;
        expect(listed.netKobo).toBe(
          listed.grossKobo - sums.fees - sums.refunds - sums.chargebacks - listed.stampDutyKobo - sums.unexplained,
        );
        // Nothing goes apart without a finding that says so.
        if (sums.suspense !== 0) expect(judged.findings.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 300, seed: 20_261_130 },
  );
});
