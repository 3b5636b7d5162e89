/** Shares of the month's data, in percent, at which customers are notified. */
const ALERTS = [100, 90, 75] as const;
export type AlertPercent = (typeof ALERTS)[number];

/**
 * The share to notify of now; null for none. Each is sent once a month, and a customer who passes
 * several at once is notified of the highest alone. Never without an allowance, or with one of
 * zero.
 */
export function dueAlert(month: {
  readonly usedGb: number;
  readonly limitGb: number | null;
  readonly alertedPercent: number;
}): AlertPercent | null {
  const { usedGb, limitGb, alertedPercent } = month;
  if (limitGb === null || limitGb <= 0) return null;
  const reached = ALERTS.find((percent) => usedGb * 100 >= limitGb * percent);
  return reached !== undefined && reached > alertedPercent ? reached : null;
}
