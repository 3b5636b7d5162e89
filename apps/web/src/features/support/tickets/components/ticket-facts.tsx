import { brand } from '@portal/brand';
import type { Ticket } from '@portal/contract/support/tickets';
import { formatMoment } from '../../../../shared/format/date.ts';
import { ticketCategories } from '../../../../shared/format/ticket-category.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { CloseTicket } from './close-ticket.tsx';
import { SlaLines } from './sla-lines.tsx';

/** The SLA of a ticket and its state; once a deadline was missed, a link to the regulator. */
export function TicketSla({ ticket }: { ticket: Ticket }) {
  const t = useText();
  return (
    <>
      <SlaLines ticket={ticket} />
      {ticket.sla.canEscalate && (
        <ArrowLink to={`/support/tickets/${ticket.id}/escalation`}>{t('Take this complaint further')}</ArrowLink>
      )}
    </>
  );
}

/** The facts of a ticket, and the customer's actions besides replying. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const t = useText();
  return (
    <>
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          { label: t('About'), value: t(ticketCategories[ticket.category]) },
          { label: t('Created'), value: formatMoment(ticket.createdAt) },
          { label: t('Updated'), value: formatMoment(ticket.updated) },
        ]}
      />
      {ticket.status !== 'closed' && (
        <div>
          <CloseTicket ticket={ticket} />
        </div>
      )}
      <p className="soft small">
        <Sentence
          text="Rather talk? Call {phone} at any hour and quote {number}."
          parts={{
            phone: (
              <a className="link whitespace-nowrap" href={brand.phone.href}>
                {brand.phone.label}
              </a>
            ),
            number: <span className="whitespace-nowrap">{ticket.number}</span>,
          }}
        />
      </p>
    </>
  );
}
