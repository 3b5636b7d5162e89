import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { closeAll, forgetClosed } from './virtual-account.repository.ts';

const DAY_MS = 24 * 3_600_000;
/** For so long money to a closed number is still known to be its former customer's. */
const WATCHED_DAYS = 365;
const BATCH = 500;

/** Closes an account's numbers, here at once and at the providers by their jobs. Audited; repeating is safe. */
export async function closeNumbers(
  deps: BillingDependencies,
  order: { readonly accountId: number; readonly staffId: number; readonly reason: string },
): Promise<number> {
  const { accountId, staffId, reason } = order;
  return runTransaction(deps.database, async (tx) => {
    const closed = await closeAll(tx, accountId, deps.clock());
    await recordAudit(tx, {
      actorId: staffId,
      action: 'virtual-account.close',
      subject: `user:${accountId}`,
      before: { numbers: closed },
      after: { numbers: 0, reason },
    });
    return closed;
  });
}

/** A year after they were closed, it is forgotten whose numbers they were. */
export async function forgetClosedNumbers(deps: BillingDependencies): Promise<void> {
  const before = new Date(deps.clock().getTime() - WATCHED_DAYS * DAY_MS);
  while ((await runTransaction(deps.database, (tx) => forgetClosed(tx, before, BATCH))) === BATCH);
}
