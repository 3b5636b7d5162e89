import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { Suspense } from 'react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ChartFigure } from '../../../../shared/ui/chart/chart-figure.tsx';
import { useSpeedTests } from '../api/list-speed-tests.ts';
import { formatSpeed } from '../speed-figures.ts';
import { SpeedTestTable } from './speed-test-table.tsx';

const SpeedHistoryChart = lazyComponent(async () => (await import('./speed-history-chart.tsx')).SpeedHistoryChart);

/** Specification section 2: the latest seven tests as lines. */
const SHOWN = 7;

/** The latest seven tests, as a chart and as a table. */
export function SpeedHistoryPanel() {
  const t = useText();
  const tests = useSpeedTests();
  return (
    <AsyncBoundary
      query={tests}
      failure={t('We could not load your speed tests')}
      skeleton={<Skeleton className="h-[400px] w-full rounded-panel" />}
    >
      {(list) =>
        list.length > 0 ? (
          <SpeedHistory tests={list.slice(0, SHOWN)} />
        ) : (
          <EmptyState title={t('No speed tests recorded')}>{t('Results of your tests appear here.')}</EmptyState>
        )
      }
    </AsyncBoundary>
  );
}

/** `tests` are newest first. */
function SpeedHistory({ tests }: { tests: readonly SpeedTest[] }) {
  const t = useText();
  const oldestFirst = tests.toReversed();
  const summary = oldestFirst
    .map((test) =>
      t('{moment}: {download} Mbps down, {upload} Mbps up.', {
        moment: formatMoment(test.timestamp),
        download: formatSpeed(test.downloadSpeed),
        upload: formatSpeed(test.uploadSpeed),
      }),
    )
    .join(' ');
  return (
    <ChartFigure
      title={
        tests.length === 1 ? t('Last speed test, Mbps') : t('Last {count} speed tests, Mbps', { count: tests.length })
      }
      legend={<SeriesKeys />}
      summary={summary}
      table={<SpeedTestTable tests={tests} />}
    >
      <Suspense fallback={<Skeleton className="h-[260px] w-full" />}>
        <SpeedHistoryChart tests={oldestFirst} />
      </Suspense>
    </ChartFigure>
  );
}

function SeriesKeys() {
  const t = useText();
  const series = [
    { label: t('Download'), colour: 'var(--chart-1)' },
    { label: t('Upload'), colour: 'var(--chart-2)' },
  ];
  return series.map(({ label, colour }) => (
    <span key={colour} className="flex items-center gap-2">
      <i className="w-4 border-t-2" style={{ borderColor: colour }} />
      {label}
    </span>
  ));
}
