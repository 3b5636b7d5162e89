import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addKobo,
  decimalFromKobo,
  koboFromDecimal,
  koboFromNaira,
  LARGEST_SUM_KOBO,
  nairaFromKobo,
  percentOf,
  SumTooLarge,
  shareOf,
  toKobo,
} from './money.ts';

const anyKobo = fc.maxSafeInteger().map((value) => toKobo(value % (LARGEST_SUM_KOBO + 1)));

const anyAbove0 = anyKobo.map((amount) => toKobo(Math.abs(amount)));

describe('money', () => {
  it('converts to the database and back without losing a kobo', () => {
    fc.assert(fc.property(anyKobo, (amount) => koboFromDecimal(decimalFromKobo(amount)) === amount));
  });

  it('converts to JSON and back without losing a kobo', () => {
    fc.assert(fc.property(anyKobo, (amount) => koboFromNaira(nairaFromKobo(amount)) === amount));
  });

  it('never rounds a fraction of a kobo away', () => {
    expect(koboFromNaira(18_600)).toBe(1_860_000);
    expect(koboFromNaira(0.1)).toBe(10);
    expect(koboFromNaira(18_600.005)).toBeNull();
    expect(koboFromNaira(Number.POSITIVE_INFINITY)).toBeNull();
    expect(koboFromNaira(Number.NaN)).toBeNull();
  });

  it('rounds percentages half up to the kobo, so that a part and the rest add up to the whole', () => {
    expect(percentOf(toKobo(1_860_000), 20)).toBe(372_000);
    expect(percentOf(toKobo(5), 10)).toBe(1);
    expect(percentOf(toKobo(4), 10)).toBe(0);
    fc.assert(
      fc.property(anyAbove0, fc.nat(100), (amount, percent) => {
        const part = percentOf(amount, percent);
        const off = BigInt(part) * 100n - BigInt(amount) * BigInt(percent);
        return part >= 0 && part <= amount && off >= -49n && off <= 50n;
      }),
    );
  });

  it('takes a share of any amount exactly, also where the product is no safe integer', () => {
    const large = fc.integer({ min: 1e14, max: LARGEST_SUM_KOBO }).map(toKobo);
    fc.assert(
      fc.property(
        fc.oneof(anyAbove0, large),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 20_000 }),
        (amount, part, of) => {
          const exact = (2n * BigInt(amount) * BigInt(part % of) + BigInt(of)) / (2n * BigInt(of));
          return BigInt(shareOf(amount, part % of, of)) === exact;
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('refuses anything but a whole number of kobo', () => {
    expect(() => addKobo(toKobo(Number.MAX_SAFE_INTEGER), toKobo(1))).toThrow(SumTooLarge);
    expect(() => toKobo(1.5)).toThrow(RangeError);
    expect(() => addKobo(toKobo(Number.MAX_SAFE_INTEGER), toKobo(1))).toThrow(RangeError);
    expect(() => koboFromDecimal('18,600')).toThrow(RangeError);
  });
});
