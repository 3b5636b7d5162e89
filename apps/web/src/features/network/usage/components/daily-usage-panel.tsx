import { useState } from 'react';
import { useUsageDays } from '../api/list-usage-days.ts';
import { useUsageMonths } from '../api/list-usage-months.ts';
import { DailyUsage } from './daily-usage.tsx';

/**
 * The customer's days of a month that has records, the latest to start with; nothing before the
 * first month, of which the monthly panel tells.
 */
export function DailyUsagePanel() {
  const periods = (useUsageMonths().data ?? []).map((month) => month.period).toReversed();
  const [chosen, choose] = useState<string>();
  const period = chosen ?? periods[0];
  const query = useUsageDays(period);
  if (period === undefined) return null;
  return <DailyUsage periods={periods} period={period} onChoose={choose} query={query} />;
}
