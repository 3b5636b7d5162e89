import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { useSpeedTests } from '../api/list-speed-tests.ts';
import { SpeedTestTable } from './speed-test-table.tsx';

/**
 * Every test of the customer, newest first, seven at a time; 'No speed tests recorded' before the
 * first (specification section 8).
 */
export function SpeedTestHistory() {
  const t = useText();
  const tests = useSpeedTests();
  return (
    <section aria-labelledby="history-heading">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="h3" id="history-heading">
          {t('History')}
        </h2>
        {tests.data && tests.data.length > 0 && <Shown tests={tests.data} />}
      </div>
      <AsyncBoundary
        query={tests}
        failure={t('We could not load your speed tests')}
        skeleton={<Skeleton className="h-80 w-full" />}
      >
        {(list) =>
          list.length > 0 ? (
            <SpeedTestTable tests={list} />
          ) : (
            <EmptyState title={t('No speed tests recorded')}>{t('Results of your tests appear here.')}</EmptyState>
          )
        }
      </AsyncBoundary>
      <ShowMore query={tests} />
    </section>
  );
}

function Shown({ tests }: { tests: readonly SpeedTest[] }) {
  const t = useText();
  return (
    <p className="soft small">
      {tests.length === 1 ? t('Latest test') : t('Latest {count} tests', { count: tests.length })}
    </p>
  );
}
