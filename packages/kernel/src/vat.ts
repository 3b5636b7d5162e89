import { type Kobo, toKobo } from './money.ts';

/** The rate of VAT in Nigeria, in percent; the formulas below are derived from it. */
export const VAT_PERCENT = 7.5;

/**
 * The VAT inside a gross amount at 7.5 %: total × 75 / 1075, rounded half up to the kobo, once per
 * document (Nigeria Tax Act 2025).
 */
export function vatIncluded(totalKobo: Kobo): Kobo {
  return toKobo(Math.floor((totalKobo * 150 + 1075) / 2150));
}

/**
 * The VAT on top of a net amount at 7.5 %, rounded half up; the VAT inside the sum of both is the
 * same kobo.
 */
export function vatOn(netKobo: Kobo): Kobo {
  return toKobo(Math.floor((netKobo * 150 + 1000) / 2000));
}
