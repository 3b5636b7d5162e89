import { useState } from 'react';
import { DailyUsage } from '../../components/daily-usage.tsx';
import { latestMonths } from '../../usage-day.ts';
import { useCustomerUsageDays } from '../api/list-customer-usage-days.ts';

/** As far back as the customer's own screen. */
const MONTHS = 12;

export type CustomerUsageDaysProps = {
  customerId: number;
  lineId: number;
  /** The current month, '2026-11'. */
  currentPeriod: string;
};

/** A customer's usage day by day, as they see it themselves. */
export function CustomerUsageDays({ customerId, lineId, currentPeriod }: CustomerUsageDaysProps) {
  const [period, choose] = useState(currentPeriod);
  const query = useCustomerUsageDays(customerId, lineId, period);
  return (
    <div className="py-6">
      <DailyUsage periods={latestMonths(currentPeriod, MONTHS)} period={period} onChoose={choose} query={query} />
    </div>
  );
}
