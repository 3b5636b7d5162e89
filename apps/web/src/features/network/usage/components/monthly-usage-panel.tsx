import type { UsageMonth } from '@portal/contract/network/usage';
import { Suspense } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ChartFigure } from '../../../../shared/ui/chart/chart-figure.tsx';
import { useUsage } from '../api/get-usage.ts';
import { useUsageMonths } from '../api/list-usage-months.ts';
import { usageAxis } from '../usage-axis.ts';
import { useMonthLabels } from '../use-month-labels.ts';
import { UsageMonthsTable } from './usage-months-table.tsx';

const MonthlyUsageChart = lazyComponent(async () => (await import('./monthly-usage-chart.tsx')).MonthlyUsageChart);

/** Data used month by month, as a chart and as a table. */
export function MonthlyUsagePanel() {
  const t = useText();
  const months = useUsageMonths();
  return (
    <AsyncBoundary
      query={months}
      failure={t('We could not load your monthly usage')}
      skeleton={<Skeleton className="h-[400px] w-full rounded-panel" />}
    >
      {(list) =>
        list.length > 0 ? (
          <MonthlyUsage months={list} />
        ) : (
          <EmptyState title={t('No usage recorded yet')}>
            {t('Your data use appears here month by month once your line is connected.')}
          </EmptyState>
        )
      }
    </AsyncBoundary>
  );
}

function MonthlyUsage({ months }: { months: readonly UsageMonth[] }) {
  const t = useText();
  const currentPeriod = useUsage().data?.period;
  const words = useMonthLabels();
  const hasCurrent = months.some(({ period }) => period === currentPeriod);
  const summary = months.map((month) => `${words(month).name}: ${words(month).usedOfLimit}`).join('. ');
  const { unit } = usageAxis(months);
  return (
    <ChartFigure
      title={t('Monthly usage, {unit}', { unit })}
      legend={hasCurrent && <CurrentMonthKey />}
      summary={`${summary}.`}
      table={<UsageMonthsTable months={months} />}
    >
      <Suspense fallback={<Skeleton className="h-[260px] w-full" />}>
        <MonthlyUsageChart months={months} currentPeriod={currentPeriod} />
      </Suspense>
    </ChartFigure>
  );
}

function CurrentMonthKey() {
  const t = useText();
  return (
    <span className="flex items-center gap-2">
      <i className="size-3.5 rounded-[3px] border-3 border-[var(--sheath)] bg-signal outline-1 outline-[var(--sheath-line)]" />
      {t('This month so far')}
    </span>
  );
}
