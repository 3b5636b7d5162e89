import { formatNaira, type Kobo, LARGEST_ENTRY_KOBO, LARGEST_PRICE_KOBO, nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';

const isWholeKobo = (value: number) => Math.round(value * 100) / 100 === value;

function wholeKobo(missing: string, tooLittle: string, least: number, largestKobo: Kobo) {
  return z
    .number(missing)
    .check(
      z.minimum(least, tooLittle),
      z.maximum(nairaFromKobo(largestKobo), `Enter at most ${formatNaira(largestKobo)}`),
      z.refine(isWholeKobo, 'Use at most two decimals'),
    );
}

/** Naira in whole kobo, from `least` to the largest entry, or another. */
export function nairaAmount(least: number, largestKobo: Kobo = LARGEST_ENTRY_KOBO) {
  const tooLittle = least > 0 ? 'Enter an amount above zero' : 'Enter what was counted';
  return wholeKobo('Enter an amount in naira', tooLittle, least, largestKobo);
}

/** The price of one thing, in naira in whole kobo. */
export function nairaPrice() {
  return wholeKobo('Enter the price', 'Enter the price', 1, LARGEST_PRICE_KOBO);
}
