import { type CourtesyGrant, decideCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { CircleCheck, CircleX, UserRoundCheck } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { MoneyEntries } from '../../../approvals/staff/components/money-entries.tsx';
import { RequestReasons, SecondPerson } from '../../../approvals/staff/components/second-person.tsx';
import { useCourtesyDays, useDecideCourtesyDays } from '../api/courtesy-days.ts';

const STATUSES: Record<CourtesyGrant['status'], StatusLook> = {
  'awaiting-approval': { label: 'Wait for approval', kind: 'warn', icon: UserRoundCheck },
  booked: { label: 'Added', kind: 'ok', icon: CircleCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
};

type CourtesyListProps = {
  /** Whose days; what waits for a second person, of all customers, without. */
  customerId?: number;
  empty: string;
};

/** Courtesy days, with a second person's decisions about what waits. */
export function CourtesyList({ customerId, empty }: CourtesyListProps) {
  const grants = useCourtesyDays(customerId === undefined ? { status: 'awaiting-approval' } : { customer: customerId });
  return (
    <MoneyEntries query={grants} failure="We could not load the courtesy days" empty={empty}>
      {(grant) => <Entry key={grant.id} grant={grant} isNamed={customerId === undefined} />}
    </MoneyEntries>
  );
}

function Entry({ grant, isNamed }: { grant: CourtesyGrant; isNamed: boolean }) {
  const { id, customer, line, days, status, requestedBy } = grant;
  const deciding = useDecideCourtesyDays(id);
  const many = days === 1 ? '1 day' : `${days} days`;
  return (
    <li className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{many}</span>
        <StatusBadge status={status} statuses={STATUSES} />
        {line.label && <span>{bidiIsolate(line.label)}</span>}
        {isNamed && (
          <PageLink className="link" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
        )}
      </p>
      <RequestReasons request={grant} />
      {status === 'awaiting-approval' && (
        <SecondPerson
          noun="grant"
          requestedBy={requestedBy}
          approved={`The paid time of the line ends ${many} later, at no cost.`}
          declined="The paid time stays as it is."
          schema={decideCourtesyDays.body}
          call={deciding.mutateAsync}
        />
      )}
    </li>
  );
}
