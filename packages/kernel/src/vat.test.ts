import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toKobo } from './money.ts';
import { vatIncluded, vatOn } from './vat.ts';

describe('the VAT inside a price', () => {
  it.each([
    [1_075, 75],
    [2_500_000, 174_419],
    [1_860_000, 129_767],
    [101_585_000, 7_087_326],
    [7, 0],
    [8, 1],
    [0, 0],
  ])('of %i kobo is %i kobo', (total, vat) => {
    expect(vatIncluded(toKobo(total))).toBe(vat);
  });

  it('is total × 75 / 1075, rounded half up, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (total) => {
        const exact = BigInt(total) * 75n;
        const vat = BigInt(vatIncluded(toKobo(total)));
        expect(2n * (vat * 1075n - exact)).toBeLessThanOrEqual(1075n);
        expect(2n * (vat * 1075n - exact)).toBeGreaterThan(-1075n);
      }),
    );
  });
});

describe('the VAT on top of a price', () => {
  it('is the same amount as the VAT inside the sum of both', () => {
    expect(vatOn(toKobo(2_500_000))).toBe(187_500);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000 }), (net) => {
        const vat = vatOn(toKobo(net));
        expect(vatIncluded(toKobo(net + vat))).toBe(vat);
      }),
    );
  });
});
