import { vatIncluded, vatOn } from '@portal/kernel/billing/vat';
import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditedVat, roundingOf, sumVat, type VatSubtotal, vatBreakdownOf } from './vat-breakdown.policy.ts';

const rates = fc.constantFrom(750, 1000, 500, 1234);
const taxed = rates.map((rate) => ({ category: 'standard' as const, rate }));
const untaxed = fc.constantFrom('zero-rated' as const, 'exempt' as const).map((category) => ({ category, rate: 0 }));
const line = fc.record({
  amountKobo: fc.integer({ min: 1, max: 500_000_000 }),
  vat: fc.option(fc.oneof(taxed, untaxed), { nil: undefined }),
});
const documents = fc.record({
  rate: rates,
  lines: fc.array(
    line.map(({ amountKobo, vat }) => ({ amountKobo, ...(vat && { vat }) })),
    { minLength: 1, maxLength: 12 },
  ),
});

const grossOf = (parts: readonly VatSubtotal[]) => parts.reduce((sum, { grossKobo }) => sum + grossKobo, 0);

describe('the VAT of a document', () => {
  it('is rounded once for each rate, is that of its taxable amount, and adds up with it but for a kobo of rounding', () => {
    fc.assert(
      fc.property(documents, ({ rate, lines }) => {
        const parts = vatBreakdownOf(lines, rate);
        expect(grossOf(parts)).toBe(lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0));
        for (const part of parts) {
          expect(part.vatKobo).toBe(vatIncluded(toKobo(part.grossKobo), part.rate));
          expect(vatOn(toKobo(part.taxableKobo), part.rate)).toBe(part.vatKobo);
          expect(Math.abs(part.grossKobo - part.taxableKobo - part.vatKobo)).toBeLessThanOrEqual(1);
        }
        expect(new Set(parts.map(({ category, rate: of }) => `${category} ${of}`)).size).toBe(parts.length);
      }),
    );
  });

  it('has no rounding where prices are without it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000_000 }), rates, (net, rate) => {
        const parts = vatBreakdownOf([{ amountKobo: net }, { amountKobo: vatOn(toKobo(net), rate) }], rate);
        expect(parts).toMatchObject([{ taxableKobo: net, vatKobo: vatOn(toKobo(net), rate) }]);
        expect(roundingOf(parts)).toBe(0);
      }),
    );
  });

  it('of 1.04 naira at 7.5 % is 7 kobo of 97: the rest is 97 kobo', () => {
    expect(vatBreakdownOf([{ amountKobo: 104 }], 750)).toEqual([
      { category: 'standard', rate: 750, grossKobo: 104, taxableKobo: 97, vatKobo: 7 },
    ]);
  });
});

describe('credit notes in parts', () => {
  const parted = fc.tuple(documents, fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 8 }));

  it('take back, all together, each rate of the invoice to the kobo, and never more of one', () => {
    fc.assert(
      fc.property(parted, ([{ rate, lines }, cuts]) => {
        const parts = vatBreakdownOf(lines, rate);
        const total = grossOf(parts);
        const ends = [...cuts.map((cut) => Math.floor((total * cut) / 1000)), total].toSorted((a, b) => a - b);
        const taken = new Map<string, { gross: number; vat: number }>();
        let earlier = 0;
        for (const end of ends) {
          const note = creditedVat(parts, { earlierKobo: toKobo(earlier), grossKobo: toKobo(end - earlier) });
          expect(grossOf(note)).toBe(end - earlier);
          expect(sumVat(note)).toBeLessThanOrEqual(end - earlier);
          for (const { category, rate: of, grossKobo, vatKobo } of note) {
            expect(Math.min(grossKobo, vatKobo)).toBeGreaterThanOrEqual(0);
            expect(Math.abs(vatKobo - vatIncluded(toKobo(grossKobo), of))).toBeLessThanOrEqual(1);
            const { gross, vat } = taken.get(`${category} ${of}`) ?? { gross: 0, vat: 0 };
            taken.set(`${category} ${of}`, { gross: gross + grossKobo, vat: vat + vatKobo });
          }
          earlier = end;
        }
        for (const { category, rate: of, grossKobo: gross, vatKobo: vat } of parts)
          expect(taken.get(`${category} ${of}`)).toEqual({ gross, vat });
      }),
    );
  });
});
