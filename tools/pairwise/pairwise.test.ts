import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Factors, pairwise, product } from './pairwise.ts';

const someFactors = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 3 }).filter((name) => name !== '__proto__'),
  fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 6 }),
  { minKeys: 1, maxKeys: 5, noNullPrototype: true },
);

/** Every value of a factor with every value of another, as text. */
function pairsOf(rows: readonly Readonly<Record<string, unknown>>[]): Set<string> {
  return new Set(
    rows.flatMap((row) => {
      const values = Object.entries(row);
      if (values.length === 1) return [JSON.stringify(values)];
      return values.flatMap((one, index) => values.slice(index + 1).map((other) => JSON.stringify([one, other])));
    }),
  );
}

describe('a pairwise cover', () => {
  it('has every pair of values of every two factors, and only existing values', () => {
    fc.assert(
      fc.property(someFactors, fc.nat(), (factors: Factors, seed) => {
        expect(pairsOf(pairwise(factors, seed))).toEqual(pairsOf(product(factors)));
      }),
    );
  });

  it('never has more rows than the full product, and no row without a new pair', () => {
    fc.assert(
      fc.property(someFactors, fc.nat(), (factors: Factors, seed) => {
        const rows = pairwise(factors, seed);
        const before = rows.map((_, index) => pairsOf(rows.slice(0, index)).size);
        expect(rows.length).toBeLessThanOrEqual(product(factors).length);
        rows.forEach((_, index) => {
          expect(pairsOf(rows.slice(0, index + 1)).size).toBeGreaterThan(before[index] ?? 0);
        });
      }),
    );
  });

  it('is the same for the same seed', () => {
    const factors = { page: ['a', 'b', 'c', 'd'], width: [320, 360, 1280], theme: ['light', 'dark'] };
    expect(pairwise(factors, 7)).toEqual(pairwise(factors, 7));
  });

  it('covers 100 screens in four languages, four widths and two themes with at most five runs each', () => {
    const screens = Array.from({ length: 100 }, (_, index) => index);
    const factors = { screens, language: ['en', 'yo', 'ha', 'ig'], width: [320, 360, 640, 1280], dark: [true, false] };
    const rows = pairwise(factors);
    expect(rows.length).toBeLessThanOrEqual(500);
    expect(product(factors)).toHaveLength(3200);
  });
});
