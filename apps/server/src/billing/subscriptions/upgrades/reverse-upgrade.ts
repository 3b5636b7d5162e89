import type { Transaction } from '../../../platform/database/connection.ts';
import type { Publish } from '../../../platform/events/domain-events.ts';
import { subscriptionsChanged } from '../../events.ts';
import { lockSubscription } from '../subscription.repository.ts';
import {
  findStandingPlan,
  findUpgradeOf,
  hasBegunAfter,
  lockPeriod,
  setActivePlan,
  setPeriodPlan,
} from './upgrade.repository.ts';

/**
 * Reverses an upgrade that a payment bought, in the transaction of its refund: the month, and the
 * subscription while it is in that month, have the plan of the remaining payments again. False,
 * without effect, for any other payment, and while a later upgrade depends on it. Safe to repeat.
 */
export async function reverseUpgrade(
  deps: { readonly publish: Publish },
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  const upgrade = await findUpgradeOf(tx, order.paymentId);
  const subscription = upgrade && (await lockSubscription(tx, upgrade.subscriptionId));
  if (!subscription) return false;
  const { subscriptionId, periodNumber } = upgrade;
  const plan = await findStandingPlan(tx, upgrade);
  const period = await lockPeriod(tx, upgrade);
  if (!plan || !period || period.planId === plan.planId) return false;
  await setPeriodPlan(tx, subscriptionId, periodNumber, plan);
  const isUnderWay = subscription.status !== 'cancelled' && subscription.planId === period.planId;
  if (isUnderWay && !(await hasBegunAfter(tx, upgrade))) {
    await setActivePlan(tx, subscription.id, plan, order.now);
    await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'plan-changed' });
  }
  return period.endsAt > order.now;
}
