import type { VatRate } from '@portal/kernel/billing/vat';
import type { Kobo } from '@portal/kernel/money';

/** Documents that are numbered without gaps within a Lagos year, each in its own series. */
export type Series = 'RCT' | 'INV' | 'CRN' | 'PRF' | 'ADR';

/** Invoices of an earlier system are numbered by themselves: none of them is of a year of the portal. */
export const OPENING_YEAR = 0;

/** The rate of VAT inside an invoice; zero for one of a charge that bears none. */
export function vatRateOf({
  kind,
  vat,
  vatRate,
}: {
  readonly kind: string;
  readonly vat: Kobo;
  readonly vatRate: VatRate;
}): VatRate {
  // Those of earlier releases have the rate although they bear none.
  return kind === 'charge' && vat === 0 ? 0 : vatRate;
}

/** For example RCT-2026-000001. */
export function documentNumber(series: Series, year: number, sequence: number): string {
  return `${series}-${year}-${String(sequence).padStart(6, '0')}`;
}
