/** A monthly allowance in words: "100 GB", "1.5 TB", or "Unlimited" for null. */
export function describeAllowance(gigabytes: number | null): string {
  if (gigabytes === null) return 'Unlimited';
  if (gigabytes < 1024) return `${gigabytes} GB`;
  return `${Number((gigabytes / 1024).toFixed(1))} TB`;
}
