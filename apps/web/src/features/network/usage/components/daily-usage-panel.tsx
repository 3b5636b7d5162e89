import { useState } from 'react';
import { useUsageDays } from '../api/list-usage-days.ts';
import { useUsageMonths } from '../api/list-usage-months.ts';
import { DailyUsage } from './daily-usage.tsx';

/**
 * The customer's days of a month that has records, first the latest; nothing before the first
 * month, which the monthly panel explains.
 */
export function DailyUsagePanel() {
  const periods = (useUsageMonths().data ?? []).map((month) => month.period).toReversed();
  const [chosen, choose] = useState<string>();
  const period = chosen ?? periods[0];
  const query = useUsageDays(period);
  if (period === undefined) return null;
  return <DailyUsage periods={periods} period={period} onChoose={choose} query={query} />;
}
