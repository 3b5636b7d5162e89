import { decideWriteOff, reverseWriteOff, type WriteOff } from '@portal/contract/billing/staff-write-offs';
import { CircleCheck, CircleX, RotateCcw, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useDecideWriteOff, useReverseWriteOff, useWriteOffs } from '../api/write-offs.ts';

const STATUSES: Record<WriteOff['status'], StatusLook> = {
  'awaiting-approval': { label: 'Waits for approval', kind: 'warn', icon: UserRoundCheck },
  booked: { label: 'Written off', kind: 'mute', icon: CircleCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
  reversed: { label: 'Undone', kind: 'info', icon: RotateCcw },
};

type WriteOffListProps = {
  /** Whose invoices; what waits for a second person, of all customers, without. */
  customerId?: number;
  empty: string;
};

/** Invoices that were written off, with a second person's decisions about those that wait. */
export function WriteOffList({ customerId, empty }: WriteOffListProps) {
  const writeOffs = useWriteOffs(customerId === undefined ? { status: 'awaiting-approval' } : { customer: customerId });
  return (
    <AsyncBoundary
      query={writeOffs}
      failure="We could not load the write-offs"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {(found) =>
        found.length === 0 ? (
          <p className="small muted">{empty}</p>
        ) : (
          <ul>
            {found.map((writeOff) => (
              <Entry key={writeOff.id} writeOff={writeOff} isNamed={customerId === undefined} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Entry({ writeOff, isNamed }: { writeOff: WriteOff; isNamed: boolean }) {
  const { customer, invoiceNumber, label, amount, reason, status, requestedBy, decidedBy, decisionReason } = writeOff;
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
      <p className="small">
        {invoiceNumber}, {label}
      </p>
      <p className="small wrap-anywhere">
        {bidiIsolate(requestedBy.name)}: {reason}
      </p>
      {decidedBy && (
        <p className="small wrap-anywhere">
          {bidiIsolate(decidedBy.name)}: {decisionReason}
        </p>
      )}
      <p className="muted small">{formatDateTime(writeOff.createdAt)}</p>
      {status === 'awaiting-approval' && <Decisions writeOff={writeOff} />}
      {status === 'booked' && (
        <Allowed to={reverseWriteOff}>
          <Reversal writeOff={writeOff} />
        </Allowed>
      )}
    </li>
  );
}

const DECISIONS = {
  approve: { title: 'Approve this write-off', confirm: 'Approve' },
  decline: { title: 'Decline this write-off', confirm: 'Decline' },
  'take-back': { title: 'Take this write-off back', confirm: 'Take back' },
} as const;

function Decisions({ writeOff }: { writeOff: WriteOff }) {
  const user = useUser();
  const deciding = useDecideWriteOff(writeOff.id);
  const [decision, setDecision] = useState<keyof typeof DECISIONS | null>(null);
  const isOwn = user?.id === writeOff.requestedBy.id;
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
            <Button onClick={() => setDecision('approve')}>Approve write-off</Button>
            <Button variant="secondary" onClick={() => setDecision('decline')}>
              Decline write-off
            </Button>
          </>
        )}
      </div>
      {decision && (
        <ReasonDialog
          {...DECISIONS[decision]}
          schema={decideWriteOff.body}
          beside={{ approve: decision === 'approve' }}
          call={deciding.mutateAsync}
          onClose={() => setDecision(null)}
        >
          <p>
            {decision === 'approve'
              ? `${formatExactNaira(writeOff.amount)} becomes a loss, and the invoice is due no more.`
              : 'Nothing is booked, and the invoice stays due.'}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

function Reversal({ writeOff }: { writeOff: WriteOff }) {
  const [open, setOpen] = useState(false);
  const reversing = useReverseWriteOff(writeOff.id);
  return (
    <div>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Make it due again
      </Button>
      {open && (
        <ReasonDialog
          title="Take the write-off back"
          confirm="Make it due again"
          schema={reverseWriteOff.body}
          call={reversing.mutateAsync}
          onClose={() => setOpen(false)}
        >
          <p>The loss is undone. A payment of the invoice does the same by itself.</p>
        </ReasonDialog>
      )}
    </div>
  );
}
