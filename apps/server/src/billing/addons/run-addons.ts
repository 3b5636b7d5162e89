import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockSubscription } from '../subscriptions/subscription.repository.ts';
import {
  findSubscriptionOfAddon,
  listOverAddons,
  listPaidPeriodsAfter,
  listUnchargedAddons,
  lockAddon,
  updateAddon,
} from './addon.repository.ts';
import { chargeAddon } from './charge-addon.ts';
import { endIfOver } from './end-addon.ts';

const BATCH = 200;

/** Charges one add-on for the paid months that it was not charged for, each by itself and whole. */
async function chargeMissed(deps: BillingDependencies, id: string): Promise<boolean> {
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const subscriptionId = await findSubscriptionOfAddon(tx, id);
    const subscription = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
    const addon = await lockAddon(tx, id);
    if (!subscription || !addon || addon.endedAt !== null || addon.lastPeriod !== null) return false;
    if (subscription.status === 'cancelled' || addon.chargedThrough >= subscription.paidPeriods) return false;
    const periods = await listPaidPeriodsAfter(tx, subscription.id, addon.chargedThrough);
    await updateAddon(tx, id, { chargedThrough: subscription.paidPeriods });
    const item = `${addon.name}, one month`;
    for (const { periodNumber, endsAt } of periods) {
      if (endsAt <= now) continue;
      await chargeAddon(deps, tx, { subscription, addon, periodNumber, item, priceKobo: addon.monthlyFee, now });
    }
    return true;
  });
}

/**
 * Ends the add-ons whose last month is over or whose line has ended, and charges those of lines whose month
 * was paid at a price without them: it was paid ahead, or its payment was opened before. Returns how many
 * were processed. Safe to repeat and to run concurrently.
 */
export async function runAddons(deps: BillingDependencies): Promise<number> {
  let count = 0;
  const now = deps.clock();
  for (const id of await listOverAddons(deps.database, now, BATCH))
    if (await runTransaction(deps.database, (tx) => endIfOver(deps, tx, id, now))) count++;
  for (const id of await listUnchargedAddons(deps.database, BATCH)) if (await chargeMissed(deps, id)) count++;
  return count;
}
