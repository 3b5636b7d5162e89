import { useState } from 'react';
import { now } from '../../../../../shared/format/clock.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatementDays } from '../../components/statement-days.tsx';
import { StatementTable } from '../../components/statement-table.tsx';
import { lastMonths } from '../../statement-range.ts';
import { useStaffAccountStatement } from '../api/companies.ts';

/** A customer's statement of account for some days. */
export function StaffStatement({ customerId }: { customerId: number }) {
  const [range, setRange] = useState(() => lastMonths(now()));
  const statement = useStaffAccountStatement(customerId, range);
  const path = `/api/staff/customers/${customerId}/account-statement`;
  return (
    <>
      <StatementDays range={range} onRange={setRange} path={path} />
      <AsyncBoundary
        query={statement}
        failure="We could not load the statement"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(loaded) => <StatementTable statement={loaded} />}
      </AsyncBoundary>
    </>
  );
}
