import type { UsageDay } from '@portal/contract/network/usage';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatDay } from '../../../../shared/format/date.ts';
import { formatMonth } from '../../../../shared/format/month.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ChartFigure } from '../../../../shared/ui/chart/chart-figure.tsx';
import { exactSize, formatSize } from '../data-size.ts';
import { usageAxis } from '../usage-axis.ts';
import { dayTotal, wholeMonth } from '../usage-day.ts';
import { UsageDaysTable } from './usage-days-table.tsx';

const DailyUsageChart = lazyComponent(async () => (await import('./daily-usage-chart.tsx')).DailyUsageChart);

export type DailyUsageProps = {
  /** The months to choose from, '2026-11', the latest first. */
  periods: readonly string[];
  period: string;
  onChoose: (period: string) => void;
  /** The days of `period` that have any usage, in order. */
  query: UseQueryResult<UsageDay[]>;
};

/** Data used day by day in a month that the reader chooses, as a chart and as a table. */
export function DailyUsage({ periods, period, onChoose, query }: DailyUsageProps) {
  const t = useText();
  const days = query.data ?? [];
  const { unit } = usageAxis(days.map((day) => ({ dataUsed: dayTotal(day).total, dataLimit: null })));
  return (
    <ChartFigure
      title={t('Usage by day, {unit}', { unit })}
      legend={<MonthChoice periods={periods} period={period} onChoose={onChoose} />}
      summary={summaryOf(t, period, days)}
      table={days.length > 0 && <UsageDaysTable days={days} />}
    >
      <AsyncBoundary
        query={query}
        failure={t('We could not load your usage by day')}
        skeleton={<Skeleton className="h-[260px] w-full" />}
      >
        {(list) =>
          list.length > 0 ? (
            <Suspense fallback={<Skeleton className="h-[260px] w-full" />}>
              <DailyUsageChart days={wholeMonth(period, list)} />
            </Suspense>
          ) : (
            <EmptyState title={t('No days recorded in {month}', { month: formatMonth(period) })} />
          )
        }
      </AsyncBoundary>
    </ChartFigure>
  );
}

function MonthChoice({ periods, period, onChoose }: Pick<DailyUsageProps, 'periods' | 'period' | 'onChoose'>) {
  const t = useText();
  return (
    <select
      className="input"
      aria-label={t('Month')}
      value={period}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {periods.map((choice) => (
        <option key={choice} value={choice}>
          {formatMonth(choice)}
        </option>
      ))}
    </select>
  );
}

function summaryOf(t: Translate, period: string, days: readonly UsageDay[]): string {
  const totals = days.map(dayTotal);
  const most = totals.reduce<(typeof totals)[number] | null>((a, b) => (a && a.total >= b.total ? a : b), null);
  if (!most) return '';
  const sum = totals.reduce((all, { total }) => all + total, 0);
  return t('{month}: {total} in all, the most on {day}: {most}.', {
    month: formatMonth(period),
    total: formatSize(exactSize(sum)),
    day: formatDay(most.day),
    most: formatSize(exactSize(most.total)),
  });
}
