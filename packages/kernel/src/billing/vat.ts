import { lagosDate } from '../calendar.ts';
import { type Kobo, shareOf, toKobo } from '../money.ts';

/** A rate of VAT in basis points: 750 is 7.5 %. */
export type VatRate = number;

/** The rate in Nigeria until the first change of it that staff have entered. */
export const FIRST_VAT_RATE: VatRate = 750;

/** The rate from the beginning of a day in Lagos on, as "2027-01-01". */
export type VatChange = { readonly from: string; readonly rate: VatRate };

/** The rate on the day of a moment in Lagos. */
export function vatRateAt(changes: readonly VatChange[], at: Date): VatRate {
  const day = lagosDate(at);
  const begun = changes.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return begun.at(-1)?.rate ?? FIRST_VAT_RATE;
}

/** A rate in percent: 7.5. */
export function vatPercent(rate: VatRate): number {
  return rate / 100;
}

/**
 * The VAT inside a gross amount: total × rate / (1 + rate), at 7.5 % total × 75 / 1075, rounded half
 * up to the kobo, once per document (Nigeria Tax Act 2025).
 */
export function vatIncluded(totalKobo: Kobo, rate: VatRate): Kobo {
  return shareOf(totalKobo, rate, 10_000 + rate);
}

/**
 * The VAT on top of a net amount, rounded half up; the VAT inside the sum of both is the same kobo.
 */
export function vatOn(netKobo: Kobo, rate: VatRate): Kobo {
  return shareOf(netKobo, rate, 10_000);
}

/** The tax in an amount as a fraction of it: the tax over the amount, both whole. */
export type VatShare = readonly [tax: number, amount: number];

/** The share of VAT of a rate in an amount that includes it. */
export function shareOfRate(rate: VatRate): VatShare {
  return [rate, 10_000 + rate];
}

/** A part of a sum that was taxed by itself. */
export type TaxedPart = { readonly amountKobo: Kobo; readonly vatShare: VatShare };

/** The VAT inside an amount that pays these parts, each by its share; zero where there are none. */
export function vatIncludedIn(totalKobo: Kobo, parts: readonly TaxedPart[]): Kobo {
  const [first] = parts;
  if (first === undefined) return toKobo(0);
  const [tax, amount] = first.vatShare;
  if (parts.every(({ vatShare }) => vatShare[0] === tax && vatShare[1] === amount))
    return shareOf(totalKobo, tax, amount);
  // The taxes as one fraction, exact: taxes / over.
  let [sum, taxes, over] = [0n, 0n, 1n];
  for (const { amountKobo, vatShare } of parts) {
    const gross = BigInt(vatShare[1]);
    taxes = taxes * gross + BigInt(amountKobo) * BigInt(vatShare[0]) * over;
    over *= gross;
    sum += BigInt(amountKobo);
  }
  const divisor = sum * over;
  return toKobo(Number((2n * BigInt(totalKobo) * taxes + divisor) / (2n * divisor)));
}

/** How an answer says that VAT of a rate comes on top of its prices; nothing where they include it. */
export function presentVatExtra(rate: VatRate) {
  return rate > 0 ? { vatExtra: true as const, vatPercent: vatPercent(rate) } : {};
}
