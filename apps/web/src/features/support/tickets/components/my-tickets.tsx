import type { Ticket } from '@portal/contract/support/tickets';
import { ChevronRight } from 'lucide-react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { useTickets } from '../api/list-tickets.ts';
import { SlaLines } from './sla-lines.tsx';
import { TicketBadges } from './ticket-badges.tsx';

/**
 * The customer's tickets, last changed first; each leads to its page. 'Show more' brings the next
 * ten.
 */
export function MyTickets() {
  const t = useText();
  const tickets = useTickets();
  return (
    <section id="my-tickets" aria-labelledby="my-tickets-title" className="scroll-mt-6">
      <h2 className="h2 mb-4" id="my-tickets-title">
        {t('My tickets')}
      </h2>
      <AsyncBoundary
        query={tickets}
        failure={t('We could not load your tickets')}
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('No tickets yet')}>{t('What you ask for above appears here.')}</EmptyState>
          ) : (
            <ul className="border-ink border-t">
              {list.map((ticket) => (
                <TicketRow key={ticket.id} ticket={ticket} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      <ShowMore query={tickets} />
    </section>
  );
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const t = useText();
  return (
    <li className="border-line border-b">
      <PageLink
        className="grid grid-cols-[1fr_20px] items-center gap-x-4 gap-y-2 py-3.5 hover:text-primary sm:grid-cols-[1fr_auto_20px]"
        to={`/support/tickets/${ticket.id}`}
      >
        <span className="min-w-0">
          <span className="semi block break-words">{ticket.title}</span>
          <span className="muted small block">
            {t('{number}, updated {time}', { number: ticket.number, time: formatMoment(ticket.updated) })}
          </span>
          <span className="small mt-1 grid gap-0.5">
            <SlaLines ticket={ticket} short />
          </span>
        </span>
        <TicketBadges ticket={ticket} className="max-sm:order-last" />
        <ChevronRight className="text-ink-3" />
      </PageLink>
    </li>
  );
}
