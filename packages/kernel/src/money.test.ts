import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addKobo, decimalFromKobo, koboFromDecimal, koboFromNaira, nairaFromKobo, percentOf, toKobo } from './money.ts';

const anyKobo = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map(toKobo);

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
      fc.property(fc.nat(9_999_999_999).map(toKobo), fc.nat(100), (amount, percent) => {
        const part = percentOf(amount, percent);
        return part >= 0 && part <= amount && Math.abs(part * 100 - amount * percent) <= 50;
      }),
    );
  });

  it('refuses anything but a whole number of kobo', () => {
    expect(() => toKobo(1.5)).toThrow(RangeError);
    expect(() => addKobo(toKobo(Number.MAX_SAFE_INTEGER), toKobo(1))).toThrow(RangeError);
    expect(() => koboFromDecimal('18,600')).toThrow(RangeError);
  });
});
