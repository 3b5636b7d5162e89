import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { changeTicket, isConfirmed } from '@portal/contract/support/staff-tickets';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { TicketBadges } from '../../components/ticket-badges.tsx';
import { writerOf } from '../sender-labels.ts';
import { DueSubscription } from './due-line.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { UnconfirmedBadge } from './unconfirmed-badge.tsx';

/** The subject of the ticket, its status, the next deadline, and its actions. */
export function TicketHead({ ticket }: { ticket: StaffTicketThread }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-ink border-b pb-5">
      <div className="min-w-0 max-w-[44em]">
        <h1 className="h2 break-words">{ticket.title}</h1>
        <p className="soft mt-1.5 break-words">
          {ticket.number}, from{' '}
          {isConfirmed(ticket) ? (
            <PageLink className="link" to={`/admin/customers/${ticket.customer.id}`}>
              {bidiIsolate(ticket.customer.name)}
            </PageLink>
          ) : (
            bidiIsolate(writerOf(ticket))
          )}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          {!isConfirmed(ticket) && <UnconfirmedBadge />}
          <TicketBadges ticket={ticket} />
          <DueSubscription ticket={ticket} />
        </div>
      </div>
      <Allowed to={changeTicket}>
        <TicketActions ticket={ticket} />
      </Allowed>
    </header>
  );
}
