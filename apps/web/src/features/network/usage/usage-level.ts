import { phrase } from '../../../shared/i18n/translate.ts';

export const usageLevels = {
  normal: phrase('Normal'),
  high: phrase('High'),
  critical: phrase('Critical'),
};
export type UsageLevel = keyof typeof usageLevels;

/**
 * How much of the allowance is used, in percent and possibly above 100; null where data is
 * unlimited.
 */
export function percentUsed(dataUsed: number, dataLimit: number | null): number | null {
  if (dataLimit === null) return null;
  if (dataLimit === 0) return dataUsed > 0 ? 100 : 0;
  // 53.1 of 59 is 90 percent exactly, not the 89.99999999999999 that the division leaves.
  return Math.round((dataUsed / dataLimit) * 1e8) / 1e6;
}

/**
 * Specification section 4: 90 percent or more is critical, 75 or more high, anything else normal,
 * also without a limit.
 */
export function usageLevel(percent: number | null): UsageLevel {
  if (percent === null || percent < 75) return 'normal';
  return percent < 90 ? 'high' : 'critical';
}
