import { unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { subscriptionsChanged } from '../events.ts';
import { adoptPlansOfBegunPeriods } from '../subscriptions/subscription.repository.ts';

const BATCH = 500;

/**
 * Applies plans whose paid period has begun, up to 500 periods a run, and notifies their customers;
 * returns how many subscriptions changed. Safe to repeat and to run concurrently.
 */
export async function applyScheduledPlans(
  { database, notify, publish }: Pick<BillingDependencies, 'database' | 'notify' | 'publish'>,
  now: Date,
): Promise<number> {
  return runTransaction(unhurried(database), async (tx) => {
    const changed = await adoptPlansOfBegunPeriods(tx, now, BATCH);
    for (const { id, accountId, lineId, periodNumber, planName } of changed) {
      const key = `plan-changed:${id}:${periodNumber}`;
      await notify(tx, { key, kind: 'plan-changed', customerId: accountId, lineId, values: { plan: planName } });
    }
    if (changed.length > 0)
      await publish(tx, subscriptionsChanged, { ids: changed.map(({ id }) => id), change: 'plan-changed' });
    return changed.length;
  });
}
