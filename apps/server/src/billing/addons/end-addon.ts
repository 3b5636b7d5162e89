import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { addonsEnded } from '../events.ts';
import { wakeSubscription } from '../renewals/renewal.repository.ts';
import { lockSubscription } from '../subscriptions/subscription.repository.ts';
import { findSubscriptionOfAddon, isAddonOver, lockAddon, updateAddon } from './addon.repository.ts';

type EndDependencies = Pick<BillingDependencies, 'publish'>;

/** Ends an add-on whose last month is over, and publishes addonsEnded. False where it goes on or has ended. */
export async function endIfOver(deps: EndDependencies, tx: Transaction, id: string, now: Date): Promise<boolean> {
  const subscriptionId = await findSubscriptionOfAddon(tx, id);
  if (subscriptionId === null) return false;
  await lockSubscription(tx, subscriptionId);
  await lockAddon(tx, id);
  if (!(await isAddonOver(tx, id, now))) return false;
  await updateAddon(tx, id, { endedAt: now });
  await deps.publish(tx, addonsEnded, { addonIds: [id], now });
  return true;
}

/**
 * Ends an add-on with the time that is paid for it, as a cancelled plan ends; at once where there is none.
 * The next month does not have it any more. Publishes addonsEnded when it ends at once. Returns whether it
 * has. Repeating changes nothing. In the caller's transaction.
 */
export async function endAddon(
  deps: EndDependencies,
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  const subscriptionId = await findSubscriptionOfAddon(tx, id);
  const subscription = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
  const addon = await lockAddon(tx, id);
  if (!subscription || !addon || addon.endedAt !== null) return false;
  if (addon.lastPeriod === null) {
    await updateAddon(tx, id, { lastPeriod: addon.chargedThrough });
    if (subscription.status === 'active') await wakeSubscription(tx, subscription.id, now);
  }
  return endIfOver(deps, tx, id, now);
}

/** Withdraws the end of an add-on that is still had; repeating changes nothing. In the caller's transaction. */
export async function keepAddon(
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  const subscriptionId = await findSubscriptionOfAddon(tx, id);
  const subscription = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
  const addon = await lockAddon(tx, id);
  if (!subscription || !addon || addon.endedAt !== null || addon.lastPeriod === null) return;
  await updateAddon(tx, id, { lastPeriod: null });
  if (subscription.status === 'active') await wakeSubscription(tx, subscription.id, now);
}
