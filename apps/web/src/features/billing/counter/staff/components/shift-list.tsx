import type { TillShift } from '@portal/contract/billing/staff-counter';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useTillShifts } from '../api/list-till-shifts.ts';

/** The shifts of all staff with what was counted. */
export function ShiftList() {
  const shifts = useTillShifts();
  return (
    <AsyncBoundary
      query={shifts}
      failure="We could not load the shifts"
      skeleton={<Skeleton className="mt-5 h-96 w-full" />}
    >
      {(found) =>
        found.length === 0 ? (
          <div className="mt-5">
            <EmptyState title="No shift yet">The first shift that is opened at the counter is listed here.</EmptyState>
          </div>
        ) : (
          <>
            <ul className="mt-5 border-ink border-t">
              {found.map((shift) => (
                <ShiftRow key={shift.id} shift={shift} />
              ))}
            </ul>
            <ShowMore query={shifts} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function ShiftRow({ shift }: { shift: TillShift }) {
  const {
    staff,
    openedAt,
    closedAt,
    payments,
    cash,
    pos,
    deposits,
    handedOver,
    paidOut = 0,
    fromAgents = 0,
    counted,
    note,
  } = shift;
  const sums = [
    `cash ${formatExactNaira(cash)}`,
    `POS ${formatExactNaira(pos)}`,
    `deposits ${formatExactNaira(deposits)}`,
    ...(fromAgents > 0 ? [`from agents ${formatExactNaira(fromAgents)}`] : []),
    `to the bank ${formatExactNaira(handedOver)}`,
    ...(paidOut > 0 ? [`refunds paid out ${formatExactNaira(paidOut)}`] : []),
  ];
  return (
    <li className="grid gap-1.5 border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{bidiIsolate(staff.name)}</span>
        <Outcome shift={shift} />
      </p>
      <p className="soft small">
        {formatDateTime(openedAt)}
        {closedAt && ` to ${formatDateTime(closedAt)}`}, {payments === 1 ? '1 payment' : `${payments} payments`}
      </p>
      <p className="small">
        {sums.join(', ')}
        {counted !== null && `; counted ${formatExactNaira(counted)}`}
      </p>
      {note && <p className="small wrap-anywhere">{note}</p>}
    </li>
  );
}

function Outcome({ shift: { difference } }: { shift: TillShift }) {
  if (difference === null) {
    return (
      <Badge kind="info" icon={Clock}>
        Open
      </Badge>
    );
  }
  if (difference === 0) {
    return (
      <Badge kind="ok" icon={CircleCheck}>
        As expected
      </Badge>
    );
  }
  return (
    <Badge kind={difference < 0 ? 'bad' : 'warn'} icon={TriangleAlert}>
      {difference < 0 ? `${formatExactNaira(-difference)} missing` : `${formatExactNaira(difference)} too much`}
    </Badge>
  );
}
