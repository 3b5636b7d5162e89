import {
  makePaymentPromiseForCustomer,
  type StaffPromise,
  withdrawPaymentPromise,
} from '@portal/contract/billing/staff-payment-promises';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { MoneyEntry } from '../../../approvals/staff/components/money-entries.tsx';
import { usePromisesOfLine, useWithdrawPromise } from '../api/payment-promises.ts';
import { PROMISE_STATES } from '../promise-states.ts';

/** The promises to pay of the line that the page shows; a running one can be withdrawn. */
export function PromiseList({ customer }: { customer: { readonly id: number; readonly lineId: number } }) {
  const promises = usePromisesOfLine(customer);
  return (
    <AsyncBoundary
      query={promises}
      failure="We could not load the promises"
      skeleton={<Skeleton className="h-6 w-48" />}
    >
      {({ history }) =>
        history.length === 0 ? (
          <p className="small muted min-h-6">None yet.</p>
        ) : (
          <ul>
            {history.map((promise) => (
              <Entry key={promise.id} promise={promise} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Entry({ promise }: { promise: StaffPromise }) {
  const { id, amount, state, until, madeAt, decidedAt, recordedBy, reason } = promise;
  const [open, setOpen] = useState(false);
  const { mutateAsync } = useWithdrawPromise(id);
  return (
    <MoneyEntry amount={amount} badge={<StatusBadge status={state} statuses={PROMISE_STATES} />} customer={null}>
      <p className="small">
        For {formatDate(`${until}T12:00:00Z`)},{' '}
        {recordedBy ? `recorded by ${bidiIsolate(recordedBy)}` : 'by the customer'}
      </p>
      {reason && <p className="small wrap-anywhere">{reason}</p>}
      <p className="muted small">
        {formatMoment(madeAt)}
        {decidedAt && ` to ${formatMoment(decidedAt)}`}
      </p>
      {state === 'running' && (
        <Allowed to={makePaymentPromiseForCustomer}>
          <div className="mt-1">
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Withdraw
            </Button>
          </div>
        </Allowed>
      )}
      {open && (
        <ReasonDialog
          title="Withdraw this promise"
          confirm="Withdraw"
          schema={withdrawPaymentPromise.body}
          call={mutateAsync}
          onClose={() => setOpen(false)}
        >
          <p>The line goes off as without it, and the customer is told.</p>
        </ReasonDialog>
      )}
    </MoneyEntry>
  );
}
