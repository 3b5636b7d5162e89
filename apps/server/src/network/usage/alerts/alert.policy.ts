/** Shares of the month's data, in percent, at which customers are told. */
const ALERTS = [100, 90, 75] as const;
export type AlertPercent = (typeof ALERTS)[number];

/**
 * Which share to tell of now; null for none. Each is told once a month, and who passes several at once is told of the highest alone. Without a limit, or with one of nothing, there
 * is nothing to tell.
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
