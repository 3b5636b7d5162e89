import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeQuote } from './quote.policy.ts';

describe('a quote', () => {
  const orders = fc.record({
    planName: fc.constant('Home 20 Mbps'),
    priceKobo: fc.integer({ min: 0, max: 9_999_999_999 }).map(toKobo),
    firstMonth: fc.boolean(),
    autoPay: fc.boolean(),
    addedVat: fc.constant(0),
    creditKobo: fc.integer({ min: 0, max: 20_000_000_000 }).map(toKobo),
  });

  it('has items that add up to its total, which is never below zero nor above the price', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { lines, totalKobo } = computeQuote(order);
        expect(lines.reduce((sum, line) => sum + line.amountKobo, 0)).toBe(totalKobo);
        expect(totalKobo).toBeGreaterThanOrEqual(0);
        expect(totalKobo).toBeLessThanOrEqual(order.priceKobo);
        expect(lines.every((line) => Number.isSafeInteger(line.amountKobo))).toBe(true);
      }),
    );
  });

  it('never uses more credit than there is, nor more than is due, and all of it that is due', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { creditUsedKobo, totalKobo } = computeQuote(order);
        const withoutCredit = computeQuote({ ...order, creditKobo: toKobo(0) }).totalKobo;
        expect(creditUsedKobo).toBe(Math.min(order.creditKobo, withoutCredit));
        expect(totalKobo + creditUsedKobo).toBe(withoutCredit);
      }),
    );
  });

  it('takes discounts of the price, rounded half up to the kobo', () => {
    const quote = (priceKobo: number, firstMonth: boolean, autoPay: boolean) =>
      computeQuote({
        planName: 'Plan',
        priceKobo: toKobo(priceKobo),
        firstMonth,
        autoPay,
        addedVat: 0,
        creditKobo: toKobo(0),
      }).totalKobo;
    expect(quote(2_500_000, true, false)).toBe(2_000_000);
    expect(quote(1_860_000, true, true)).toBe(1_302_000);
    expect(quote(5, false, true)).toBe(4);
    expect(quote(4, false, true)).toBe(4);
    expect(quote(3, true, false)).toBe(2);
    expect(quote(2, true, false)).toBe(2);
  });

  it('adds VAT to the price after discounts, before credit pays, where prices come without it', () => {
    const { lines, totalKobo } = computeQuote({
      planName: 'Home 20 Mbps',
      priceKobo: toKobo(2_000_000),
      firstMonth: true,
      autoPay: false,
      addedVat: 750,
      creditKobo: toKobo(200_000),
    });
    expect(lines.map((line) => line.amountKobo)).toEqual([2_000_000, -400_000, 120_000, -200_000]);
    expect(totalKobo).toBe(1_520_000);
  });

  it('shows each discount as an item of its own', () => {
    const { lines } = computeQuote({
      planName: 'Home 20 Mbps',
      priceKobo: toKobo(2_000_000),
      firstMonth: true,
      autoPay: false,
      addedVat: 0,
      creditKobo: toKobo(200_000),
    });
    expect(lines.map((line) => line.amountKobo)).toEqual([2_000_000, -400_000, -200_000]);
  });
});
