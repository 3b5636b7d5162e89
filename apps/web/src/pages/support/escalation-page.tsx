import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import { useEscalation } from '../../features/support/tickets/api/get-escalation.ts';
import { EscalationSheet } from '../../features/support/tickets/components/escalation-sheet.tsx';
import { TicketMissing } from '../../features/support/tickets/components/ticket-missing.tsx';
import { TimeLeft } from '../../features/support/tickets/components/time-left.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../shared/ui/navigation/page-link.tsx';

/** /support/tickets/:id/escalation */
export function EscalationPage() {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <div className="wrap py-6 lg:py-10">
      <PageLink className="arrow-link no-print" to={`/support/tickets/${id}`}>
        <ArrowLeft />
        {t('Back to the ticket')}
      </PageLink>
      <h1 className="h1 mt-3">{t('Take your complaint further')}</h1>
      <EscalationOf key={id} id={id} />
    </div>
  );
}

function EscalationOf({ id }: { id: string }) {
  const t = useText();
  const escalation = useEscalation(id);
  const { data, error } = escalation;
  if (data) {
    return (
      <>
        <p className="lead no-print mt-3 max-w-[34em]">
          {t('We did not keep what we promised, and we are sorry. You can turn to the regulator with these facts.')}
        </p>
        <EscalationSheet facts={data} />
      </>
    );
  }
  if (error instanceof ApiError && error.code === 'ticket.time-left') return <TimeLeft id={id} />;
  return (
    <div className="mt-6">
      {error ? (
        <TicketMissing query={escalation} failure={error} />
      ) : (
        <div role="status" aria-label={t('Loading the facts')}>
          <Skeleton className="h-120 w-full rounded-panel" />
        </div>
      )}
    </div>
  );
}
