import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lagosDate } from '../calendar.ts';
import { LARGEST_SUM_KOBO, toKobo } from '../money.ts';
import { shareOfRate, type VatChange, vatIncluded, vatIncludedIn, vatOn, vatRateAt } from './vat.ts';

const rates = fc.integer({ min: 0, max: 3000 });

describe('the VAT inside a price', () => {
  it.each([
    [1_075, 75],
    [2_500_000, 174_419],
    [1_860_000, 129_767],
    [101_585_000, 7_087_326],
    [7, 0],
    [8, 1],
    [0, 0],
  ])('of %i kobo is %i kobo at 7.5 %%', (total, vat) => {
    expect(vatIncluded(toKobo(total), 750)).toBe(vat);
  });

  it('is total × rate / (1 + rate), rounded half up, for every amount and rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LARGEST_SUM_KOBO }), rates, (total, rate) => {
        const [exact, gross] = [BigInt(total) * BigInt(rate), BigInt(10_000 + rate)];
        const vat = BigInt(vatIncluded(toKobo(total), rate));
        expect(2n * (vat * gross - exact)).toBeLessThanOrEqual(gross);
        expect(2n * (vat * gross - exact)).toBeGreaterThan(-gross);
      }),
    );
  });

  it('of a sum that pays parts of other rates is by their shares', () => {
    const parts = [
      { amountKobo: toKobo(10_750), vatShare: shareOfRate(750) },
      { amountKobo: toKobo(11_000), vatShare: shareOfRate(1000) },
    ];
    expect(vatIncludedIn(toKobo(21_750), parts)).toBe(1_750);
    expect(vatIncludedIn(toKobo(10_875), parts)).toBe(875);
    expect(vatIncludedIn(toKobo(10_875), [])).toBe(0);
    const large = parts.map(({ amountKobo, vatShare }) => ({ amountKobo: toKobo(amountKobo * 2e10), vatShare }));
    expect(vatIncludedIn(toKobo(435e12), large)).toBe(35_000_000_000_000);
    expect(vatIncludedIn(toKobo(435e12 + 1), large)).toBe(35_000_000_000_000);
  });
});

describe('the VAT on top of a price', () => {
  it('is the same amount as the VAT inside the sum of both', () => {
    expect(vatOn(toKobo(2_500_000), 750)).toBe(187_500);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700_000_000_000_000 }), rates, (net, rate) => {
        const vat = vatOn(toKobo(net), rate);
        expect(vatIncluded(toKobo(net + vat), rate)).toBe(vat);
      }),
    );
  });
});

describe('the rate of a day', () => {
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
  const changes = fc.uniqueArray(fc.record({ from: days.map(lagosDate), rate: rates }), {
    selector: ({ from }) => from,
  });

  it('is that of the last change that has begun in Lagos, in whatever order they are, else 7.5 %', () => {
    fc.assert(
      fc.property(changes, days, (list, at) => {
        let [latest, rate] = ['', 750];
        for (const change of list) {
          if (change.from <= lagosDate(at) && change.from > latest) [latest, rate] = [change.from, change.rate];
        }
        expect(vatRateAt(list, at)).toBe(rate);
      }),
    );
  });

  it('begins at midnight in Lagos', () => {
    const change: VatChange = { from: '2027-01-01', rate: 1000 };
    expect(vatRateAt([change], new Date('2026-12-31T22:59:59.999Z'))).toBe(750);
    expect(vatRateAt([change], new Date('2026-12-31T23:00:00Z'))).toBe(1000);
  });
});
