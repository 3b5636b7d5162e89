import { type Adjustment, decideAdjustment } from '@portal/contract/billing/staff-adjustments';
import { CircleCheck, CircleX, UserRoundCheck } from 'lucide-react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { MoneyEntries, MoneyEntry } from '../../../approvals/staff/components/money-entries.tsx';
import { RequestReasons, SecondPerson } from '../../../approvals/staff/components/second-person.tsx';
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
    <MoneyEntries query={adjustments} failure="We could not load the credit" empty={empty}>
      {(adjustment) => <Entry key={adjustment.id} adjustment={adjustment} isNamed={customerId === undefined} />}
    </MoneyEntries>
  );
}

function Entry({ adjustment, isNamed }: { adjustment: Adjustment; isNamed: boolean }) {
  const { id, customer, amount, status, requestedBy } = adjustment;
  const deciding = useDecideAdjustment(id);
  return (
    <MoneyEntry
      amount={amount}
      badge={<StatusBadge status={status} statuses={STATUSES} />}
      customer={isNamed ? customer : null}
    >
      <RequestReasons request={adjustment} />
      {status === 'awaiting-approval' && (
        <SecondPerson
          noun="credit"
          requestedBy={requestedBy}
          approved={`${formatExactNaira(amount)} becomes the customer’s credit at once.`}
          declined="Nothing is booked."
          schema={decideAdjustment.body}
          call={deciding.mutateAsync}
        />
      )}
    </MoneyEntry>
  );
}
