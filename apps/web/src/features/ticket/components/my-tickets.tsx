import type { Ticket } from '@portal/contract/ticket';
import { ChevronDown } from 'lucide-react';
import { failureDetail } from '../../../shared/api/api-error.ts';
import { formatMoment } from '../../../shared/format/date.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useTickets } from '../api/list-tickets.ts';
import { ticketPriorities, ticketStatuses } from '../ticket-words.ts';

/** The customer's tickets, last changed first; each opens on what was written. 'Show more' brings the next ten. */
export function MyTickets() {
  const t = useText();
  const tickets = useTickets();
  return (
    <section id="my-tickets" aria-labelledby="my-tickets-title">
      <h2 className="h2 mb-4" id="my-tickets-title">
        {t('My tickets')}
      </h2>
      {tickets.isPending && <Skeleton className="h-40 w-full" />}
      {tickets.isError && tickets.data === undefined && (
        <ErrorState
          title={t('We could not load your tickets')}
          detail={failureDetail(tickets.error)}
          onRetry={() => void tickets.refetch()}
          retrying={tickets.isFetching}
        />
      )}
      {tickets.data?.length === 0 && (
        <EmptyState title={t('No tickets yet')}>{t('What you ask for above appears here.')}</EmptyState>
      )}
      {tickets.data && tickets.data.length > 0 && (
        <ul className="border-ink border-t">
          {tickets.data.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
      {tickets.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-5"
          busy={tickets.isFetchingNextPage}
          busyLabel={t('Loading...')}
          onClick={() => void tickets.fetchNextPage()}
        >
          {t('Show more')}
        </Button>
      )}
    </section>
  );
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const status = ticketStatuses[ticket.status];
  const priority = ticketPriorities[ticket.priority];
  return (
    <li className="border-line border-b">
      <details className="group">
        <summary className="grid min-h-15 cursor-pointer list-none grid-cols-[1fr_20px] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_auto_20px]">
          <span className="min-w-0">
            <span className="semi block break-words">{ticket.title}</span>
            <span className="muted small block">
              {t('{number}, updated {time}', { number: ticket.number, time: formatMoment(ticket.updated) })}
            </span>
          </span>
          <span className="flex flex-wrap gap-1.5 max-sm:order-last">
            <Badge kind={status.kind} icon={status.icon}>
              {t(status.label)}
            </Badge>
            <Badge kind={priority.kind} icon={priority.icon}>
              <span className="sr-only">{t('Priority')}: </span>
              {t(priority.label)}
            </Badge>
          </span>
          <ChevronDown className="text-ink-3 group-open:rotate-180" />
        </summary>
        <p className="soft max-w-[44em] whitespace-pre-line break-words pb-5">{ticket.description}</p>
        <p className="muted small -mt-3 pb-5">{t('Created {time}', { time: formatMoment(ticket.createdAt) })}</p>
      </details>
    </li>
  );
}
