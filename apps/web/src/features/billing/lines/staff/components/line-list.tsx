import type { LineView } from '@portal/contract/billing/lines';
import { changeLineOfCustomer } from '@portal/contract/billing/staff-lines';
import { offerLine } from '@portal/contract/billing/staff-owner-changes';
import type { CustomerPage } from '@portal/contract/console/customers';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { MoveLine } from '../../../owner-changes/staff/components/move-line.tsx';
import { ChangeLine } from './change-line.tsx';

/** The lines of a customer, the oldest first, with what staff do to one. */
export function LineList({ customer }: { customer: CustomerPage }) {
  return (
    <ul className="rows">
      {customer.lines.map((line) => (
        <Line key={line.id} line={line} customer={customer} />
      ))}
    </ul>
  );
}

function Line({ line, customer }: { line: LineView; customer: CustomerPage }) {
  const { label, planName, place, status, nextBillingDate, monthlyFee } = line;
  const facts = [
    planName ?? 'No plan yet',
    place,
    nextBillingDate && status !== 'cancelled' && `paid until ${formatDay(nextBillingDate)}`,
  ];
  const canMove = status === 'active' || status === 'suspended';
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi wrap-anywhere">{bidiIsolate(label)}</span>
          {status && <StatusBadge status={status} statuses={subscriptionStatuses} />}
        </p>
        {monthlyFee !== null && status !== 'cancelled' && (
          <p className="semi tabular-nums">{formatNaira(monthlyFee)}</p>
        )}
      </div>
      <p className="soft small wrap-anywhere">{facts.filter(Boolean).join(', ')}</p>
      <div className="mt-1 flex flex-wrap gap-x-4">
        <Allowed to={changeLineOfCustomer}>
          <ChangeLine line={line} />
        </Allowed>
        {canMove && (
          <Allowed to={offerLine}>
            <MoveLine line={line} customer={customer} />
          </Allowed>
        )}
      </div>
    </li>
  );
}
