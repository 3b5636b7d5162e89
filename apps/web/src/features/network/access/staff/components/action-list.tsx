import type { NetworkAction } from '@portal/contract/network/access';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { isolated } from '../../../../../shared/format/isolated.ts';
import { EmptyState } from '../../../../../shared/ui/empty-state.tsx';
import { PageLink } from '../../../../../shared/ui/page-link.tsx';
import { QueryContent } from '../../../../../shared/ui/query-content.tsx';
import { ShowMore } from '../../../../../shared/ui/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/status-badge.tsx';
import { type ActionChoice, useNetworkActions } from '../api/network-lists.ts';
import { actionInWords, actionStates, progressInWords, standingOf } from '../network-words.ts';

/** What access servers were told of lines, and what came of it. */
export function ActionList({ choice }: { choice: ActionChoice }) {
  const actions = useNetworkActions(choice);
  return (
    <QueryContent
      query={actions}
      failure="We could not load the network actions"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={choice.state || choice.customer ? 'None like this' : 'Nothing yet'}>
            When a line is suspended, comes back or changes its speed while it is online, its access server is told
            here.
          </EmptyState>
        ) : (
          <>
            <ul className="border-ink border-t">
              {loaded.map((action) => (
                <ActionRow key={action.id} action={action} />
              ))}
            </ul>
            <ShowMore query={actions} />
          </>
        )
      }
    </QueryContent>
  );
}

function ActionRow({ action }: { action: NetworkAction }) {
  const standing = standingOf(action);
  const { customer, username, nas, sessionId, answer, createdAt } = action;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1.5 border-line border-b py-3.5 md:grid-cols-[130px_minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <StatusBadge status={standing} statuses={actionStates} />
        <p className="muted small mt-1">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </div>
      <div className="min-w-0">
        <p className="semi break-words">{actionInWords(action)}</p>
        <p className="small">
          <PageLink className="link wrap-anywhere" to={`/admin/customers/${customer.id}`}>
            {isolated(customer.name)}
          </PageLink>
          <span className="muted wrap-anywhere">, {username}</span>
        </p>
      </div>
      <div className="small min-w-0">
        <p>{progressInWords(action)}</p>
        {answer && <p className="soft break-words">{answer}</p>}
        {standing === 'acknowledged' && <p className="soft">Its Stop packet has not come yet.</p>}
        <p className="muted wrap-anywhere">
          {nas}, session {sessionId}
        </p>
      </div>
    </li>
  );
}
