import type { Ticket } from '@portal/contract/support/tickets';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { ticketPriorities, ticketStatuses } from '../ticket-labels.ts';

export type TicketBadgesProps = { ticket: Pick<Ticket, 'status' | 'priority'>; className?: string };

/** The status of a ticket, and its priority. */
export function TicketBadges({ ticket, className }: TicketBadgesProps) {
  const t = useText();
  const status = ticketStatuses[ticket.status];
  const priority = ticketPriorities[ticket.priority];
  return (
    <span className={classNames('flex flex-wrap gap-1.5', className)}>
      <Badge kind={status.kind} icon={status.icon}>
        {t(status.label)}
      </Badge>
      <Badge kind={priority.kind} icon={priority.icon}>
        <span className="sr-only">{t('Priority')}: </span>
        {t(priority.label)}
      </Badge>
    </span>
  );
}
