import type { Ticket } from '@portal/contract/support/tickets';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { ticketStatuses } from '../../ticket-labels.ts';

type Listed = Pick<Ticket, 'id' | 'number' | 'title' | 'status' | 'updated'>;

/** Tickets in short, each leading to its page. */
export function TicketLinks({ tickets }: { tickets: readonly Listed[] }) {
  return (
    <ul>
      {tickets.map(({ id, number, title, status, updated }) => {
        const { label, kind, icon } = ticketStatuses[status];
        return (
          <li
            key={id}
            className="relative flex items-center justify-between gap-4 border-line border-t py-3 first:border-t-0 hover:bg-sheet"
          >
            <div className="min-w-0">
              <PageLink
                className="font-medium break-words after:absolute after:inset-0 hover:underline"
                to={`/admin/tickets/${id}`}
              >
                {title}
              </PageLink>
              <p className="small muted">
                {number}, last change {formatMoment(updated)}
              </p>
            </div>
            <Badge kind={kind} icon={icon}>
              {label}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
