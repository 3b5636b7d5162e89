import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { endConsents, findOpenSubscription, lockSubscription } from './consent.repository.ts';

/**
 * Switches auto-pay off at once: a charge that has not been sent is not made. Safe to repeat.
 */
export async function stopAutoPay(deps: BillingDependencies, { accountId, lineId }: Line): Promise<void> {
  const subscription = await findOpenSubscription(deps.database, lineId);
  if (!subscription) return;
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await endConsents(tx, { subscriptionId: subscription.id }, 'customer', now);
  });
  deps.publishLiveUpdate(accountId, 'subscription');
}
