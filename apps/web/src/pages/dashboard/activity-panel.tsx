import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { usePayments } from '../../features/billing/payments/api/list-payments.ts';
import { useSpeedTests } from '../../features/network/speed-tests/api/list-speed-tests.ts';
import { useTickets } from '../../features/support/tickets/api/list-tickets.ts';
import { isNotTheirs } from '../../shared/api/api-error.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { EmptyState } from '../../shared/ui/async/empty-state.tsx';
import { ErrorState } from '../../shared/ui/async/error-state.tsx';
import { LoadingAnnouncement } from '../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { Panel } from '../../shared/ui/layout/panel.tsx';
import { recentActivity } from './activity.ts';
import { ActivityRow } from './activity-row.tsx';

const SHOWN = 5;

/** The latest events of the account: payments, speed tests, tickets and the plan. */
export function ActivityPanel({ subscription }: { subscription: SubscriptionView | null | undefined }) {
  const t = useText();
  const payments = usePayments();
  const tests = useSpeedTests();
  const tickets = useTickets();
  const sources = [payments, tests, tickets];
  const failed = sources.filter(({ error, data }) => error && !isNotTheirs(error) && !data);
  const waiting = sources.some((source) => source.isPending);
  const events = recentActivity(
    {
      payments: payments.data ?? [],
      tests: tests.data ?? [],
      tickets: tickets.data ?? [],
      subscription: subscription ?? null,
    },
    SHOWN,
  );
  return (
    <Panel className="flex flex-col">
      <h2 className="h4 mb-4">{t('Recent activity')}</h2>
      {waiting && (
        <LoadingAnnouncement>
          <ActivitySkeleton />
        </LoadingAnnouncement>
      )}
      {!waiting && events.length > 0 && (
        <ul className="rows">
          {events.map((activity) => (
            <ActivityRow key={activity.key} activity={activity} />
          ))}
        </ul>
      )}
      {!waiting && failed.length === 0 && events.length === 0 && (
        <EmptyState title={t('No activity yet')}>{t('Payments, speed tests and tickets appear here.')}</EmptyState>
      )}
      {!waiting && failed.length > 0 && (
        <div className={events.length > 0 ? 'mt-5' : undefined}>
          <ErrorState
            title={events.length > 0 ? t('We could not load all of it') : t('We could not load your activity')}
            error={failed[0]?.error}
            onRetry={() => void Promise.all(failed.map((source) => source.refetch()))}
          />
        </div>
      )}
    </Panel>
  );
}

function ActivitySkeleton() {
  return (
    <div className="rows">
      {[0, 1, 2, 3].map((row) => (
        <div key={row}>
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}
