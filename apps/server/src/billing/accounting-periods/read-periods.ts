import type { AccountingPeriod } from '@portal/contract/billing/accounting-periods';
import { lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable } from '../../platform/database/connection.ts';
import { findFirstMonth, findPeriod, listPeriods, type NamedPeriod } from './accounting-period.repository.ts';
import { monthsBetween } from './month-range.policy.ts';

const MOST = 36;

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

function present(month: string, found: NamedPeriod | undefined | null, now: Date): AccountingPeriod {
  const period = found?.period;
  const isShut = period && period.status !== 'reopened';
  return {
    month,
    status: period?.status ?? 'open',
    isOver: month < lagosPeriod(now),
    closedAt: isShut ? period.closedAt.toISOString() : null,
    closedBy: isShut ? personOf(period.closedBy, found.closer) : null,
    note: isShut ? period.note : null,
    reopenRequestedBy: personOf(period?.reopenRequestedBy ?? null, found?.requester ?? null),
    reopenReason: period?.reopenReason ?? null,
  };
}

/** The months of the ledger, the present one first, 36 at most. */
export async function listAccountingPeriods(queryable: Queryable, now: Date): Promise<AccountingPeriod[]> {
  const current = lagosPeriod(now);
  const first = (await findFirstMonth(queryable)) ?? current;
  const rows = new Map((await listPeriods(queryable, MOST)).map((row) => [row.period.month, row]));
  return monthsBetween(first < current ? first : current, current)
    .slice(0, MOST)
    .map((month) => present(month, rows.get(month), now));
}

/** One month, whether or not anything was booked into it. */
export async function readAccountingPeriod(queryable: Queryable, month: string, now: Date): Promise<AccountingPeriod> {
  return present(month, await findPeriod(queryable, month), now);
}
