import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { speedTestForm } from './speed-tests.ts';

const good = { downloadSpeed: 48.6, uploadSpeed: 23.9, ping: 14 };
const limits = { downloadSpeed: 100_000, uploadSpeed: 100_000, ping: 9999 } as const;
const fields = fc.constantFrom('downloadSpeed', 'uploadSpeed', 'ping');

function read(input: unknown) {
  return z.safeParse(speedTestForm, input);
}

describe('a measured speed', () => {
  it('is any number in range, as a number or in digits, and is rounded to the hundredth', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fields, share, (field, part) => {
        const value = part * limits[field];
        for (const written of [value, value.toFixed(6), ` ${value.toFixed(6)} `]) {
          const { data } = read({ ...good, [field]: written });
          const kept = data?.[field] ?? Number.NaN;
          expect(Math.abs(kept - value)).toBeLessThan(0.00501);
          expect(Number(kept.toFixed(2))).toBe(kept);
          expect(kept >= 0 && kept <= limits[field]).toBe(true);
        }
      }),
    );
  });

  it('is never negative, faster than any line, infinite or not a number', () => {
    const wrong = fc.oneof(
      fc.double({ max: -0.001, noNaN: true }),
      fc.double({ min: 100_000.001, noNaN: true }),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324 - 1),
      fc.constantFrom('', ' ', 'NaN', 'Infinity', '-1', '+1', '1e3', '0x1F', '0b1', '1,5', '1_000', '٣', '1.', '.5'),
      fc.constantFrom(`1${'0'.repeat(400)}`, '1 2', '12 Mbps', 'null'),
      fc.string().filter((text) => !/^\s*\d+(\.\d+)?\s*$/.test(text)),
      fc.constantFrom(null, undefined, true, [], [5], {}, { valueOf: 5 }),
    );
    fc.assert(fc.property(fields, wrong, (field, value) => !read({ ...good, [field]: value }).success));
  });

  it('may come with a time, which is ignored', () => {
    expect(read({ ...good, timestamp: '9999-12-31T23:59:59Z' }).success).toBe(true);
    expect(read(good).success).toBe(true);
  });
});
