import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { isConfirmed } from '@portal/contract/support/staff-tickets';
import { useRef } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { useRowKeys } from '../../../../../shared/staff/shortcuts/use-row-keys.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { TicketBadges } from '../../components/ticket-badges.tsx';
import { useStaffTickets } from '../api/list-staff-tickets.ts';
import { categoryNames } from '../category-names.ts';
import { writerOf } from '../sender-labels.ts';
import type { TicketChoice, TicketView } from '../ticket-view.ts';
import { DueSubscription } from './due-line.tsx';
import { UnconfirmedBadge } from './unconfirmed-badge.tsx';

const EMPTY: Readonly<Record<TicketView, string>> = {
  waiting: 'No ticket is waiting',
  mine: 'You have no ticket',
  unassigned: 'Every ticket has somebody',
  overdue: 'Nothing is overdue',
  unconfirmed: 'Every sender is confirmed',
  resolved: 'No ticket is resolved and still open to a reply',
  closed: 'No ticket is closed yet',
};

const ROW =
  'relative grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-3.5 hover:bg-sheet justify-items-start lg:grid-cols-[minmax(0,1fr)_240px_190px_150px] lg:items-center';

/**
 * Tickets in the server's order: the next due first, of resolved ones the newest. Each row links to
 * its ticket.
 */
export function TicketList({ choice }: { choice: TicketChoice }) {
  const tickets = useStaffTickets(choice);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'ticket');
  return (
    <AsyncBoundary query={tickets} failure="We could not load the tickets" skeleton={<ListSkeleton />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <div className="mt-6">
            <EmptyState title={EMPTY[choice.view]}>
              {choice.tag && `Only tickets with the tag “${choice.tag}” are looked at. `}
              {choice.category && `Nothing here is about “${categoryNames[choice.category]}”.`}
              {choice.customer !== null && ' Only one customer’s tickets are looked at.'}
            </EmptyState>
          </div>
        ) : (
          <>
            <ul ref={list}>
              {loaded.map((ticket) => (
                <TicketRow key={ticket.id} ticket={ticket} />
              ))}
            </ul>
            <ShowMore query={tickets} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function TicketRow({ ticket }: { ticket: StaffTicket }) {
  const { number, title, category, lastWrote, assignee, updated, status, tags = [] } = ticket;
  const awaitsAnswer = lastWrote === 'customer' && status !== 'closed' && status !== 'resolved';
  return (
    <li className={ROW}>
      <div className="w-full min-w-0">
        <PageLink
          className="semi break-words after:absolute after:inset-0 hover:underline"
          to={`/admin/tickets/${ticket.id}`}
          data-row
        >
          {awaitsAnswer && <AwaitsAnswer />}
          {title}
        </PageLink>
        <p className="small soft break-words">
          {number}, {bidiIsolate(writerOf(ticket))}
        </p>
        {!isConfirmed(ticket) && (
          <p className="my-1">
            <UnconfirmedBadge />
          </p>
        )}
        <p className="small muted">
          {categoryNames[category]}, last change {formatMoment(updated)}
        </p>
        {tags.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Badge key={tag} kind="mute">
                {bidiIsolate(tag)}
              </Badge>
            ))}
          </p>
        )}
      </div>
      <DueSubscription ticket={ticket} />
      <TicketBadges ticket={ticket} />
      <p className="small break-words">
        {assignee ? (
          <>
            <span className="muted lg:hidden">With </span>
            {bidiIsolate(assignee.name)}
          </>
        ) : (
          <span className="muted">Unassigned</span>
        )}
      </p>
    </li>
  );
}

function AwaitsAnswer() {
  return (
    <>
      <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle" title="The customer wrote last" />
      <span className="sr-only">The customer wrote last: </span>
    </>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3 pt-4">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-18 w-full" />
      ))}
    </div>
  );
}
