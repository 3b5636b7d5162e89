import { exportMoneyMonth } from '@portal/contract/billing/bank/money-month';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useMoneyMonth } from '../../../features/billing/bank/staff/api/money-month.ts';
import { MoneyPlaces, MoneyWarnings } from '../../../features/billing/bank/staff/components/money-places.tsx';
import { now } from '../../../shared/format/clock.ts';
import { formatDay } from '../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LAGOS_AHEAD_MS = 3_600_000;
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

const thisMonth = (): string => new Date(now().getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, 7);

/** A month so many later. */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

const nameOf = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-NG', { month: 'long', year: 'numeric' });

/** /admin/accounting/month: where the money is at the end of a month, and every naira between. */
export function MoneyMonthPage() {
  const asked = useSearchParams()[0].get('month') ?? '';
  const month = MONTH.test(asked) ? asked : thisMonth();
  const read = useMoneyMonth(month);
  const to = (months: number) => `/admin/accounting/month?month=${monthAfter(month, months)}`;
  return (
    <ConsolePageLayout back={{ to: '/admin/accounting', label: 'Accounting' }}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="h2">{nameOf(month)}</h1>
          <p className="soft mt-1.5 max-w-[46em]">
            What each gateway, till and bank account should hold, what it holds, and every naira between the two
            {read.data ? `, on ${formatDay(`${read.data.until}T12:00:00Z`)}` : ''}.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PageLink
            className={buttonClass({ variant: 'secondary' })}
            to={to(-1)}
            aria-label={nameOf(monthAfter(month, -1))}
          >
            <ChevronLeft />
          </PageLink>
          {month < thisMonth() && (
            <PageLink
              className={buttonClass({ variant: 'secondary' })}
              to={to(1)}
              aria-label={nameOf(monthAfter(month, 1))}
            >
              <ChevronRight />
            </PageLink>
          )}
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={`${exportMoneyMonth.path}?month=${month}`}
            download
          >
            <Download />
            CSV
          </a>
        </div>
      </div>
      <AsyncBoundary
        query={read}
        failure="We could not load the month"
        skeleton={<Skeleton className="mt-6 h-[40rem] w-full" />}
      >
        {(loaded) => (
          <>
            <MoneyWarnings warnings={loaded.warnings} />
            <MoneyPlaces month={loaded} />
          </>
        )}
      </AsyncBoundary>
    </ConsolePageLayout>
  );
}
