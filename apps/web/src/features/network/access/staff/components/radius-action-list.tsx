import type { RadiusAction } from '@portal/contract/network/access';
import { listRadiusActions } from '@portal/contract/network/access';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { serverLabel } from '../../../access-servers/staff/access-server-labels.ts';
import { actionLabel, actionStates, progressLabel, statusOf } from '../access-labels.ts';
import { type ActionChoice, useRadiusActions } from '../api/network-lists.ts';

/** The RADIUS actions and their outcomes. */
export function RadiusActionList({ choice }: { choice: ActionChoice }) {
  const actions = useRadiusActions(choice);
  return (
    <AsyncBoundary
      query={actions}
      failure="We could not load the RADIUS actions"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={choice.state || choice.customer ? 'None like this' : 'Nothing yet'}>
            When a line is suspended, comes back or changes its speed while it is online, the request to its access
            server appears here.
          </EmptyState>
        ) : (
          <>
            <DataAsOf label="As of" path={listRadiusActions.path} />
            <ul className="border-ink border-t">
              {loaded.map((action) => (
                <ActionRow key={action.id} action={action} />
              ))}
            </ul>
            <ShowMore query={actions} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function ActionRow({ action }: { action: RadiusAction }) {
  const status = statusOf(action);
  const { customer, username, nas, nasName, sessionId, answer, createdAt } = action;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1.5 border-line border-b py-3.5 md:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <StatusBadge status={status} statuses={actionStates} />
        <p className="muted small mt-1">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </div>
      <div className="min-w-0">
        <p className="semi break-words">{actionLabel(action)}</p>
        <p className="small">
          <PageLink className="link wrap-anywhere" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
          <span className="muted wrap-anywhere">, {username}</span>
        </p>
      </div>
      <div className="small min-w-0">
        <p>{progressLabel(action)}</p>
        {answer && <p className="soft break-words">{answer}</p>}
        {status === 'acknowledged' && <p className="soft">Its Stop packet has not come yet.</p>}
        <p className="muted wrap-anywhere">
          {serverLabel(nas, nasName)}, session {sessionId}
        </p>
      </div>
    </li>
  );
}
