import type { UsageMonth } from '@portal/contract/network/usage';
import { useText } from '../../../shared/i18n/use-text.ts';
import { allowanceSize, formatSize, usedSize } from './data-size.ts';
import { percentUsed, usageLevel, usageLevels } from './usage-level.ts';
import { monthName } from './usage-month.ts';

export type MonthLabels = {
  /** 'April 2025' */
  readonly name: string;
  /** '64.0 GB' */
  readonly used: string;
  /** '100 GB' or 'Unlimited' */
  readonly limit: string;
  /** '64.0 of 100 GB', with both units where they differ; '64.0 GB' without a limit. */
  readonly usedOfLimit: string;
  /** 'Normal'; null without a limit. */
  readonly level: string | null;
};

/** One month in words, for tooltips, tables and summaries. */
export function useMonthLabels(): (month: UsageMonth) => MonthLabels {
  const t = useText();
  return ({ period, dataUsed, dataLimit }) => {
    const used = usedSize(dataUsed);
    const named = { name: monthName(period), used: formatSize(used) };
    if (dataLimit === null) return { ...named, limit: t('Unlimited'), usedOfLimit: formatSize(used), level: null };
    const limit = allowanceSize(dataLimit);
    const figure = used.unit === limit.unit ? used.figure : formatSize(used);
    return {
      ...named,
      limit: formatSize(limit),
      usedOfLimit: t('{used} of {limit}', { used: figure, limit: formatSize(limit) }),
      level: t(usageLevels[usageLevel(percentUsed(dataUsed, dataLimit))]),
    };
  };
}
