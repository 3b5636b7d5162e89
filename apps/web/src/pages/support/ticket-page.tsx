import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import { useTicket } from '../../features/support/tickets/api/get-ticket.ts';
import { MergedTicket } from '../../features/support/tickets/components/merged-ticket.tsx';
import { TicketBadges } from '../../features/support/tickets/components/ticket-badges.tsx';
import { TicketConversation } from '../../features/support/tickets/components/ticket-conversation.tsx';
import { TicketFacts, TicketSla } from '../../features/support/tickets/components/ticket-facts.tsx';
import { TicketMissing } from '../../features/support/tickets/components/ticket-missing.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../shared/ui/navigation/page-link.tsx';

/** /support/tickets/:id */
export function TicketPage() {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <div className="wrap py-6 lg:py-10">
      <PageLink className="arrow-link" to="/support#my-tickets">
        <ArrowLeft />
        {t('My tickets')}
      </PageLink>
      <TicketOf key={id} id={id} />
    </div>
  );
}

function TicketOf({ id }: { id: string }) {
  const t = useText();
  const ticket = useTicket(id);
  if (ticket.data === undefined) {
    return (
      <>
        <h1 className="h1 mt-3 mb-6">{t('Support ticket')}</h1>
        {ticket.error ? <TicketMissing query={ticket} failure={ticket.error} /> : <TicketSkeleton />}
      </>
    );
  }
  if (ticket.data.mergedInto) return <MergedTicket ticket={ticket.data} into={ticket.data.mergedInto} />;
  return (
    <>
      <h1 className="h1 mt-3 break-words">{ticket.data.title}</h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="semi select-all">{ticket.data.number}</p>
        <TicketBadges ticket={ticket.data} />
      </div>
      <div className="mt-5 grid gap-x-16 gap-y-6 lg:mt-8 lg:grid-cols-[1fr_320px] lg:grid-rows-[auto_1fr]">
        <div className="grid content-start gap-1.5 lg:col-start-2">
          <TicketSla ticket={ticket.data} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <TicketConversation ticket={ticket.data} />
        </div>
        <aside aria-label={t('About this ticket')} className="grid content-start gap-6 lg:col-start-2">
          <TicketFacts ticket={ticket.data} />
        </aside>
      </div>
    </>
  );
}

function TicketSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('Loading the ticket')} className="grid gap-8 lg:grid-cols-[1fr_320px] lg:gap-16">
      <Skeleton className="h-80 w-full rounded-panel" />
      <Skeleton className="h-60 w-full rounded-panel" />
    </div>
  );
}
