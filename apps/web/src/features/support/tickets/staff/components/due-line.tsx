import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { type Due, dueLabel } from '../due-labels.ts';

const TICK_MS = 20_000;

const QUIET = 'small soft inline-flex items-center gap-1.5';

/**
 * The next deadline and how far away it is, or since when it is missed; for a resolved ticket when
 * it was resolved.
 */
export function DueSubscription({
  ticket: { sla, status, mergedInto },
}: {
  ticket: Pick<StaffTicket, 'sla' | 'status' | 'mergedInto'>;
}) {
  const now = useNow(TICK_MS);
  if (mergedInto) return <span className={QUIET}>Merged into {mergedInto.number}</span>;
  if (sla.next !== null) return <Owed {...dueLabel(sla.next, now)} />;
  if (status !== 'resolved' && status !== 'closed') return <span className="small muted">No SLA</span>;
  return (
    <span className={QUIET}>
      <CircleCheck className="icon-small" />
      {sla.resolvedAt ? `Resolved ${formatMoment(sla.resolvedAt)}` : 'Closed by the customer'}
    </span>
  );
}

function Owed({ text, urgency }: Due) {
  if (urgency === 'later') {
    return (
      <span className={QUIET}>
        <Clock className="icon-small" />
        {text}
      </span>
    );
  }
  return (
    <Badge kind={urgency === 'overdue' ? 'bad' : 'warn'} icon={urgency === 'overdue' ? CircleAlert : Clock}>
      {text}
    </Badge>
  );
}
