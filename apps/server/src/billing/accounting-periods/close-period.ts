import type { AccountingPeriod } from '@portal/contract/billing/accounting-periods';
import { lagosPeriod } from '@portal/kernel/calendar';
import { recordAudit } from '../../identity/index.ts';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { countEntries, holdLedger, markClosed, storeFigures } from './accounting-period.repository.ts';
import { rangeOfMonth } from './month-range.policy.ts';
import { countOpenBefore } from './read-accounting-month.ts';
import { readAccountingPeriod } from './read-periods.ts';
import { sumEntries } from './vat-return.repository.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock'>;

/** What the month has, now that nothing changes it any more. */
async function storeClosedFigures(database: Database, month: string): Promise<void> {
  await unhurried(database).transaction(async (tx) => {
    const range = rangeOfMonth(month);
    const accounts = Object.fromEntries(await sumEntries(tx, range));
    const { entries } = await countEntries(tx, range);
    await storeFigures(tx, month, { accounts, entries });
  });
}

/**
 * Closes a month that is over, after those before it: from the commit on the database takes no entry of
 * it. Audited. Throws accounting-period.not-over, accounting-period.earlier-open, accounting-period.unbalanced,
 * accounting-period.closed.
 */
export async function closeAccountingPeriod(
  deps: Deps,
  order: { readonly month: string; readonly staffId: number; readonly note: string | null },
): Promise<AccountingPeriod> {
  const { database, clock } = deps;
  const { month, staffId, note } = order;
  const now = clock();
  if (month >= lagosPeriod(now)) throw new ApiError('accounting-period.not-over');
  const { unbalanced } = await countEntries(database, rangeOfMonth(month));
  if (unbalanced > 0) throw new ApiError('accounting-period.unbalanced');
  await runTransaction(database, async (tx) => {
    if ((await countOpenBefore(tx, month)) > 0) throw new ApiError('accounting-period.earlier-open');
    await holdLedger(tx);
    const isClosed = await markClosed(tx, { month, closedBy: staffId, closedAt: now, note });
    if (!isClosed) throw new ApiError('accounting-period.closed');
    await recordAudit(tx, {
      actorId: staffId,
      action: 'accounting-period.close',
      subject: `accounting-period:${month}`,
      before: null,
      after: { month, note },
    });
  });
  await storeClosedFigures(database, month);
  return readAccountingPeriod(database, month, now);
}
