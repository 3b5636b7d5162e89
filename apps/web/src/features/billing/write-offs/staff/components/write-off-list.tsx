import { decideWriteOff, reverseWriteOff, type WriteOff } from '@portal/contract/billing/staff-write-offs';
import { CircleCheck, CircleX, RotateCcw, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { MoneyEntries, MoneyEntry } from '../../../approvals/staff/components/money-entries.tsx';
import { RequestReasons, SecondPerson } from '../../../approvals/staff/components/second-person.tsx';
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
    <MoneyEntries query={writeOffs} failure="We could not load the write-offs" empty={empty}>
      {(writeOff) => <Entry key={writeOff.id} writeOff={writeOff} isNamed={customerId === undefined} />}
    </MoneyEntries>
  );
}

function Entry({ writeOff, isNamed }: { writeOff: WriteOff; isNamed: boolean }) {
  const { id, customer, invoiceNumber, label, amount, status, requestedBy } = writeOff;
  const deciding = useDecideWriteOff(id);
  return (
    <MoneyEntry
      amount={amount}
      badge={<StatusBadge status={status} statuses={STATUSES} />}
      customer={isNamed ? customer : null}
    >
      <p className="small">
        {invoiceNumber}, {label}
      </p>
      <RequestReasons request={writeOff} />
      {status === 'awaiting-approval' && (
        <SecondPerson
          noun="write-off"
          requestedBy={requestedBy}
          approved={`${formatExactNaira(amount)} becomes a loss, and the invoice is due no more.`}
          declined="Nothing is booked, and the invoice stays due."
          schema={decideWriteOff.body}
          call={deciding.mutateAsync}
        />
      )}
      {status === 'booked' && (
        <Allowed to={reverseWriteOff}>
          <Reversal writeOff={writeOff} />
        </Allowed>
      )}
    </MoneyEntry>
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
