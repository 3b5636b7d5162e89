import type { BulkAction } from '@portal/contract/console/bulk-actions';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useBulkActions } from '../api/bulk-actions.ts';
import { bulkStates, bulkTitle, progressLabel } from '../bulk-labels.ts';

/** What staff have done to many customers at once, newest first. */
export function BulkList() {
  const actions = useBulkActions();
  return (
    <AsyncBoundary
      query={actions}
      failure="We could not load the bulk actions"
      skeleton={<Skeleton className="mt-6 h-80 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <div className="mt-6">
            <EmptyState title="Nothing yet">Choose customers in the list, or limit it by a filter.</EmptyState>
          </div>
        ) : (
          <>
            <ul className="mt-6 max-w-4xl border-ink border-t">
              {loaded.map((action) => (
                <Row key={action.id} action={action} />
              ))}
            </ul>
            <ShowMore query={actions} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function Row({ action }: { action: BulkAction }) {
  const { id, createdAt, requestedBy, state } = action;
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-1 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_200px]">
      <div className="min-w-0">
        <PageLink
          className="link semi wrap-anywhere inline-flex min-h-11 items-center"
          to={`/admin/bulk-actions/${id}`}
        >
          {bidiIsolate(bulkTitle(action.action))}
        </PageLink>
        <p className="soft small">{progressLabel(action)}</p>
        <p className="muted small wrap-anywhere">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time> by {bidiIsolate(requestedBy.name)}
        </p>
      </div>
      <p className="sm:pt-2.5">
        <StatusBadge status={state} statuses={bulkStates} />
      </p>
    </li>
  );
}
