import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findOpenSubscription, lockSubscription, storePreferences } from './consent.repository.ts';

/**
 * Stores what is charged first for a line, and on which day of the month its customer is paid. Safe to
 * repeat. Throws subscription.none.
 */
export async function setAutoPayPreferences(
  deps: Pick<BillingDependencies, 'database' | 'clock' | 'publishLiveUpdate'>,
  wish: Line & { readonly chargeFirst: 'card' | 'mandate' | null; readonly salaryDay: number | null },
): Promise<void> {
  const { accountId, lineId, chargeFirst, salaryDay } = wish;
  const subscription = await findOpenSubscription(deps.database, lineId);
  if (!subscription) throw new ApiError('subscription.none');
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await storePreferences(tx, subscription.id, { chargeFirst, salaryDay }, now);
  });
  deps.publishLiveUpdate(accountId, 'subscription');
}
