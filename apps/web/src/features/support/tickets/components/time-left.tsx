import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { useTicket } from '../api/get-ticket.ts';
import { SlaLines } from './sla-lines.tsx';
import { TicketMissing } from './ticket-missing.tsx';

/** Shown while no deadline is missed: what is due next, and when the facts will be available. */
export function TimeLeft({ id }: { id: string }) {
  const t = useText();
  const ticket = useTicket(id);
  if (!ticket.data) {
    return ticket.error ? (
      <TicketMissing query={ticket} failure={ticket.error} />
    ) : (
      <Skeleton className="mt-6 h-40 w-full rounded-panel" />
    );
  }
  const { next } = ticket.data.sla;
  return (
    <div className="mt-6 max-w-[36em]">
      <p className="lead">
        {next
          ? t(
              'Our time for this ticket has not run out. If we do not keep our promise, the facts for the regulator are here from {time} on.',
              {
                time: formatMoment(next.by),
              },
            )
          : t('We have kept what we promised for this ticket. If it is not settled, reply to it and it is open again.')}
      </p>
      <div className="mt-4 grid gap-1.5">
        <SlaLines ticket={ticket.data} />
      </div>
      <ButtonLink className="mt-6" variant="secondary" to={`/support/tickets/${id}`}>
        {t('Back to the ticket')}
      </ButtonLink>
    </div>
  );
}
