import { type Adjustment, decideAdjustment } from '@portal/contract/billing/staff-adjustments';
import { CircleCheck, CircleX, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAdjustments, useDecideAdjustment } from '../api/adjustments.ts';

const STATUSES: Record<Adjustment['status'], StatusLook> = {
  'awaiting-approval': { label: 'Waits for approval', kind: 'warn', icon: UserRoundCheck },
  booked: { label: 'Booked', kind: 'ok', icon: CircleCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
};

type AdjustmentListProps = {
  /** Whose credit; what waits for a second person, of all customers, without. */
  customerId?: number;
  empty: string;
};

/** Credit that staff gave, with a second person's decisions about what waits. */
export function AdjustmentList({ customerId, empty }: AdjustmentListProps) {
  const adjustments = useAdjustments(
    customerId === undefined ? { status: 'awaiting-approval' } : { customer: customerId },
  );
  return (
    <AsyncBoundary
      query={adjustments}
      failure="We could not load the credit"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {(found) =>
        found.length === 0 ? (
          <p className="small muted">{empty}</p>
        ) : (
          <ul>
            {found.map((adjustment) => (
              <Entry key={adjustment.id} adjustment={adjustment} isNamed={customerId === undefined} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Entry({ adjustment, isNamed }: { adjustment: Adjustment; isNamed: boolean }) {
  const { customer, amount, reason, status, requestedBy, decidedBy, decisionReason, createdAt } = adjustment;
  return (
    <li className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{formatExactNaira(amount)}</span>
        <StatusBadge status={status} statuses={STATUSES} />
        {isNamed && (
          <PageLink className="link" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
        )}
      </p>
      <p className="small wrap-anywhere">
        {bidiIsolate(requestedBy.name)}: {reason}
      </p>
      {decidedBy && (
        <p className="small wrap-anywhere">
          {bidiIsolate(decidedBy.name)}: {decisionReason}
        </p>
      )}
      <p className="muted small">{formatDateTime(createdAt)}</p>
      {status === 'awaiting-approval' && <Decisions adjustment={adjustment} />}
    </li>
  );
}

const DECISIONS = {
  approve: { title: 'Approve this credit', confirm: 'Approve' },
  decline: { title: 'Decline this credit', confirm: 'Decline' },
  'take-back': { title: 'Take this credit back', confirm: 'Take back' },
} as const;

function Decisions({ adjustment }: { adjustment: Adjustment }) {
  const user = useUser();
  const deciding = useDecideAdjustment(adjustment.id);
  const [decision, setDecision] = useState<keyof typeof DECISIONS | null>(null);
  const isOwn = user?.id === adjustment.requestedBy.id;
  return (
    <>
      {isOwn && <p className="soft small">Somebody else has to approve it. You may take it back.</p>}
      <div className="mt-1 flex flex-wrap gap-3">
        {isOwn ? (
          <Button variant="secondary" onClick={() => setDecision('take-back')}>
            Take back
          </Button>
        ) : (
          <>
            <Button onClick={() => setDecision('approve')}>Approve credit</Button>
            <Button variant="secondary" onClick={() => setDecision('decline')}>
              Decline credit
            </Button>
          </>
        )}
      </div>
      {decision && (
        <ReasonDialog
          {...DECISIONS[decision]}
          schema={decideAdjustment.body}
          beside={{ approve: decision === 'approve' }}
          call={deciding.mutateAsync}
          onClose={() => setDecision(null)}
        >
          <p>
            {decision === 'approve'
              ? `${formatExactNaira(adjustment.amount)} becomes the customer’s credit at once.`
              : 'Nothing is booked.'}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
