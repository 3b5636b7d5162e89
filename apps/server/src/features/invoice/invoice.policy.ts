import { type Kobo, toKobo } from '@portal/kernel/money';

/** The VAT inside a gross amount at 7.5 %: total × 75 / 1075, rounded half up to the kobo, once a document (Nigeria Tax Act 2025). */
export function vatIncluded(totalKobo: Kobo): Kobo {
  return toKobo(Math.floor((totalKobo * 150 + 1075) / 2150));
}

/** For example RCT-2026-000001. */
export function receiptNumber(year: number, sequence: number): string {
  return `RCT-${year}-${String(sequence).padStart(6, '0')}`;
}
