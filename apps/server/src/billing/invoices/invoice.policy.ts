/** Documents that are numbered without gaps within a Lagos year, each in its own series. */
export type Series = 'RCT' | 'INV' | 'CRN' | 'PRF' | 'ADR';

/** Invoices of an earlier system are numbered by themselves: none of them is of a year of the portal. */
export const OPENING_YEAR = 0;

/** For example RCT-2026-000001. */
export function documentNumber(series: Series, year: number, sequence: number): string {
  return `${series}-${year}-${String(sequence).padStart(6, '0')}`;
}
