import { type StaffOwnerChange, withdrawOwnerChange } from '@portal/contract/billing/staff-owner-changes';
import type { CustomerPage } from '@portal/contract/console/customers';
import { ArrowRight, CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useOwnerChangesOf, useWithdrawOwnerChange } from '../api/staff-owner-changes.ts';

const STATES: Record<StaffOwnerChange['state'], StatusLook> = {
  waiting: { label: 'Waits for the new owner', kind: 'warn', icon: Clock },
  accepted: { label: 'Moved', kind: 'ok', icon: CircleCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
  withdrawn: { label: 'Withdrawn', kind: 'mute', icon: CircleX },
  expired: { label: 'Expired', kind: 'mute', icon: Clock },
};

/** Lines that left a customer's account or came into it, and those that wait to; nothing where there are none. */
export function OwnerChangeList({ customer }: { customer: CustomerPage }) {
  const changes = useOwnerChangesOf(customer.id);
  if (changes.data?.length === 0) return null;
  return (
    <AsyncBoundary
      query={changes}
      failure="We could not load the changes of owner"
      skeleton={<Skeleton className="h-12 w-full" />}
    >
      {(loaded) => (
        <section aria-label="Changes of owner" className="mt-4 border-line border-t pt-3">
          <h3 className="semi small">Changes of owner</h3>
          <ul className="rows">
            {loaded.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        </section>
      )}
    </AsyncBoundary>
  );
}

function Change({ change }: { change: StaffOwnerChange }) {
  const { side, state, lines, other, identifiedBy, reason, requestedBy, createdAt, expiresAt, decidedAt } = change;
  const names = lines.map(({ label }) => label).join(', ');
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
          {names}
          <ArrowRight aria-hidden className="size-4 shrink-0" />
          {side === 'from' ? other.name : 'this account'}
        </span>
        <StatusBadge status={state} statuses={STATES} />
      </p>
      <p className="soft small wrap-anywhere">
        {side === 'to' && `From ${other.name}. `}
        {state === 'waiting' ? `Until ${formatDay(expiresAt)}. ` : decidedAt && `On ${formatDay(decidedAt)}. `}
        {`${requestedBy}, ${formatDay(createdAt)}: ${identifiedBy}. ${reason}`}
      </p>
      {other.customerId !== null && <ArrowLink to={`/admin/customers/${other.customerId}`}>{other.name}</ArrowLink>}
      {state === 'waiting' && (
        <Allowed to={withdrawOwnerChange}>
          <Withdraw id={change.id} names={names} />
        </Allowed>
      )}
    </li>
  );
}

function Withdraw({ id, names }: { id: string; names: string }) {
  const [open, setOpen] = useState(false);
  const withdrawing = useWithdrawOwnerChange();
  const withdraw = useMutateOnce(withdrawing);
  return (
    <div>
      <Button variant="quiet" aria-label={`Withdraw the change of owner of ${names}`} onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {open && (
        <ConfirmDialog
          title="Withdraw the change of owner"
          confirm="Withdraw it"
          busy={withdrawing.isPending}
          error={withdrawing.error}
          onConfirm={() => withdraw(id, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          {names} stays where it is, and its owner is told. The links that were sent lead nowhere any more.
        </ConfirmDialog>
      )}
    </div>
  );
}
