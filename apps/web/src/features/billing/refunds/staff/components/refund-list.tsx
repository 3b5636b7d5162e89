import type { PaymentPage, StaffRefund } from '@portal/contract/billing/payments/staff-payments';
import { decideRefund } from '@portal/contract/billing/payments/staff-payments';
import { Banknote, CircleCheck, CircleX, Clock, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { type Approval, ApprovalDialog } from '../../../payments/staff/components/approval-dialog.tsx';
import { PayoutActions } from './payout-actions.tsx';

const STATUSES: Record<StaffRefund['status'], StatusLook> = {
  'awaiting-approval': { label: 'Waits for approval', kind: 'warn', icon: UserRoundCheck },
  requested: { label: 'Sent to the gateway', kind: 'info', icon: Clock },
  pending: { label: 'The gateway is processing it', kind: 'info', icon: Clock },
  'to-pay-out': { label: 'To pay out', kind: 'warn', icon: Banknote },
  done: { label: 'Completed', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
};

/** The refunds of a payment, and a second person's decisions about the one that waits. */
export function RefundList({ payment }: { payment: PaymentPage }) {
  if (payment.refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-title">
      <h2 className="h3" id="refunds-title">
        Refunds
      </h2>
      <ul className="mt-4 border-ink border-t">
        {payment.refunds.map((refund) => (
          <RefundEntry key={refund.reference} payment={payment} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ method, bankReference }: NonNullable<StaffRefund['payout']>): string {
  if (method === 'cash') return 'Paid out in cash';
  return method === 'agent' ? 'Given back by the agent, recorded' : `Transferred, number ${bankReference} at the bank`;
}

function RefundEntry({ payment, refund }: { payment: PaymentPage; refund: StaffRefund }) {
  const { amount, reason, keepService, status, requestedBy, approvedBy, outcome, payout } = refund;
  return (
    <li className="grid gap-1.5 border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="semi">{formatExactNaira(amount)}</span>
        <StatusBadge status={status} statuses={STATUSES} />
      </p>
      <p className="small">
        {bidiIsolate(requestedBy.name)}: {reason}
      </p>
      {approvedBy && <p className="small">Approved by {approvedBy.name}</p>}
      {keepService && <p className="soft small">The customer keeps what it bought.</p>}
      {payout && (
        <p className="small wrap-anywhere">
          {wordsOf(payout)} by {bidiIsolate(payout.by.name)}
        </p>
      )}
      {outcome && !payout && (
        <p className="soft small wrap-anywhere">
          {status === 'failed' ? `Because: ${outcome}` : `Gateway’s word: ${outcome}`}
        </p>
      )}
      <p className="muted small">
        {formatDateTime(refund.createdAt)}, {refund.reference}
      </p>
      {status === 'awaiting-approval' && <Approvals payment={payment} refund={refund} />}
      {status === 'to-pay-out' && (
        <>
          <PayoutActions payout={refund} gateway={payment.gateway} />
          <Withdrawal payment={payment} refund={refund} />
        </>
      )}
    </li>
  );
}

/** A refund that nobody collects can be withdrawn. */
function Withdrawal({ payment, refund }: { payment: PaymentPage; refund: StaffRefund }) {
  const [open, setOpen] = useState(false);
  return (
    <Allowed to={decideRefund}>
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Withdraw the refund
      </Button>
      {open && <ApprovalDialog payment={payment} refund={refund} approval="withdraw" onClose={() => setOpen(false)} />}
    </Allowed>
  );
}

function Approvals({ payment, refund }: { payment: PaymentPage; refund: StaffRefund }) {
  const user = useUser();
  const [approval, setApproval] = useState<Approval | null>(null);
  const isOwn = user?.id === refund.requestedBy.id;
  return (
    <>
      {isOwn && <p className="soft small">Somebody else has to approve it. You may take it back.</p>}
      <Allowed to={decideRefund}>
        <div className="mt-1 flex flex-wrap gap-3">
          {isOwn ? (
            <Button variant="secondary" onClick={() => setApproval('take-back')}>
              Take back
            </Button>
          ) : (
            <>
              <Button onClick={() => setApproval('approve')}>Approve refund</Button>
              <Button variant="secondary" onClick={() => setApproval('decline')}>
                Decline refund
              </Button>
            </>
          )}
        </div>
      </Allowed>
      {approval && (
        <ApprovalDialog payment={payment} refund={refund} approval={approval} onClose={() => setApproval(null)} />
      )}
    </>
  );
}
