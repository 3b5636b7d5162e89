/**
 * One gigabyte as the plans count it: 1,024 of them are a terabyte (specification section 4), so
 * each is 1,024 megabytes.
 */
export const BYTES_PER_GB = 1024 ** 3;

/** A monthly allowance as text: "100 GB", "1.5 TB", or "Unlimited" for null. */
export function describeAllowance(gigabytes: number | null): string {
  if (gigabytes === null) return 'Unlimited';
  if (gigabytes < 1024) return `${gigabytes} GB`;
  return `${Number((gigabytes / 1024).toFixed(1))} TB`;
}
