import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { subscriptionsChanged } from '../events.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { moveSubscriptions } from '../renewals/renewal.repository.ts';
import { lockSubscriptionsWithPlans } from './outage-extension.repository.ts';
import { shiftPaidTime } from './pauses/pause.repository.ts';

/** The outage credit of a subscription, in milliseconds. */
type Extension = { readonly subscriptionId: string; readonly creditMs: number };

/**
 * Adds outage credit to subscriptions, in the caller's transaction: the paid time of each ends so
 * much later, and so begin the months after it. Voids open invoices; the next one is issued in time
 * for the new day. A subscription that was suspended for non-payment is active again for as long,
 * from now on. A company's next invoice charges its line from the later end on. Subscriptions that have ended, were never paid for, or are suspended because they
 * were refunded, are left out of the result.
 */
export async function extendForOutage(
  deps: { readonly publish: Publish },
  tx: Transaction,
  extensions: readonly Extension[],
  now: Date,
): Promise<{ readonly subscriptionId: string; readonly planName: string; readonly paidUntil: Date }[]> {
  const creditOf = new Map(extensions.map(({ subscriptionId, creditMs }) => [subscriptionId, creditMs]));
  const found = await lockSubscriptionsWithPlans(tx, [...creditOf.keys()]);
  const given = [];
  const resumed: string[] = [];
  for (const { subscription, planName, isCompany } of found) {
    // A company's lines are off while an invoice is unpaid, whatever time they have.
    const isOff = subscription.status === 'suspended' && subscription.pausedUntil === null && !isCompany;
    const gapMs = isOff ? Math.max(0, now.getTime() - subscription.nextRenewal.getTime()) : 0;
    const byMs = gapMs + (creditOf.get(subscription.id) ?? 0);
    await shiftPaidTime(tx, subscription, byMs, now);
    if (isOff) {
      await moveSubscriptions(tx, [subscription.id], { status: 'active' }, now);
      resumed.push(subscription.id);
    }
    given.push({
      subscriptionId: subscription.id,
      planName,
      paidUntil: new Date(subscription.nextRenewal.getTime() + byMs),
    });
  }
  const ids = given.map(({ subscriptionId }) => subscriptionId);
  if (ids.length > 0) await voidInvoices(tx, ids, 'postponed', now);
  if (resumed.length > 0) await deps.publish(tx, subscriptionsChanged, { ids: resumed, change: 'resumed' });
  return given;
}
