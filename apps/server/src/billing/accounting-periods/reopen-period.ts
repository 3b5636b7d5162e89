import type { AccountingPeriod } from '@portal/contract/billing/accounting-periods';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findPeriod, hasLaterClosed, movePeriod } from './accounting-period.repository.ts';
import { readAccountingPeriod } from './read-periods.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock'>;

type Order = { readonly month: string; readonly staffId: number };

async function record(
  tx: Transaction,
  { month, staffId }: Order,
  action: string,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(tx, {
    actorId: staffId,
    action: `accounting-period.${action}`,
    subject: `accounting-period:${month}`,
    before: null,
    after,
  });
}

/** Asks for a closed month to be opened. Audited. Throws accounting-period.not-closed. */
export async function requestReopening(
  { database, clock }: Deps,
  order: Order & { readonly reason: string },
): Promise<AccountingPeriod> {
  const { month, staffId, reason } = order;
  return runTransaction(database, async (tx) => {
    const change = { status: 'reopening', reopenRequestedBy: staffId, reopenReason: reason } as const;
    if (!(await movePeriod(tx, month, 'closed', change))) throw new ApiError('accounting-period.not-closed');
    await record(tx, order, 'request-reopening', { month, reason });
    return readAccountingPeriod(tx, month, clock());
  });
}

/**
 * Opens a closed month as a second person, the latest first, or leaves it closed; who asked may take it back
 * but not approve it. Audited. Throws accounting-period.no-request, accounting-period.second-person,
 * accounting-period.later-closed.
 */
export async function decideReopening(
  { database, clock }: Deps,
  order: Order & { readonly approve: boolean },
): Promise<AccountingPeriod> {
  const { month, staffId, approve } = order;
  return runTransaction(database, async (tx) => {
    const now = clock();
    const found = await findPeriod(tx, month);
    if (found?.period.status !== 'reopening') throw new ApiError('accounting-period.no-request');
    if (approve && found.period.reopenRequestedBy === staffId) throw new ApiError('accounting-period.second-person');
    if (approve && (await hasLaterClosed(tx, month))) throw new ApiError('accounting-period.later-closed');
    const change = approve
      ? ({ status: 'reopened', reopenedBy: staffId, reopenedAt: now } as const)
      : ({ status: 'closed', reopenRequestedBy: null, reopenReason: null } as const);
    if (!(await movePeriod(tx, month, 'reopening', change))) throw new ApiError('accounting-period.no-request');
    await record(tx, order, approve ? 'reopen' : 'refuse-reopening', { month });
    return readAccountingPeriod(tx, month, now);
  });
}
