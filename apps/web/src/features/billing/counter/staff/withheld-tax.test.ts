import { expect, test } from 'vitest';
import { isPart, taxWithheld } from './withheld-tax.ts';

const due = [{ kind: 'month' as const, label: 'Invoice', invoiceNumber: 'INV-1', dueAt: null, amount: 107_500 }];
const owed = { due, total: 107_500, netOfVat: 100_000 };

test('A company that pays all withholds its percentage of the sum without VAT', () => {
  expect(taxWithheld(owed, { percent: 5, part: null })).toEqual({ net: 100_000, withheld: 5000, amount: 102_500 });
  expect(taxWithheld({ ...owed, total: 100_000 }, { percent: 10, part: null })).toMatchObject({ amount: 90_000 });
});

test('A company that pays a part withholds that of the part, and the parts add up to the whole', () => {
  expect(taxWithheld(owed, { percent: 5, part: 51_250 })).toEqual({ net: 50_000, withheld: 2500, amount: 51_250 });
  const [first, second] = [30_000, 72_500].map((part) => taxWithheld(owed, { percent: 5, part }).withheld);
  expect((first ?? 0) + (second ?? 0)).toBeCloseTo(5000, 1);
});

test('What has no VAT is withheld from whole', () => {
  expect(taxWithheld({ ...owed, netOfVat: 107_500 }, { percent: 10, part: 9000 })).toMatchObject({ withheld: 1000 });
});

test('A part is less than what is due', () => {
  expect([0, Number.NaN, 107_500, 200_000].map((settled) => isPart(owed, settled))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isPart(owed, 51_250)).toBe(true);
  expect(isPart({ total: 100_833.35 }, 96_143.43 + 4689.92)).toBe(false);
});
