import type { Transaction } from '../../platform/database/connection.ts';
import { openSubscription, type PricedPlan } from './open-subscription.ts';
import { setPendingPlan } from './subscription.repository.ts';

/**
 * Makes sure that there is a subscription to pay for: creates a pending one, or changes one that
 * still awaits its first payment to the plan; active and suspended ones stay as they are. The
 * subscription is locked until the transaction ends. Safe to repeat.
 */
export async function ensureSubscription(
  tx: Transaction,
  choice: { readonly lineId: number; readonly plan: PricedPlan; readonly now: Date },
): Promise<{ subscriptionId: string; nextPeriodNumber: number }> {
  const { plan, now } = choice;
  const subscription = await openSubscription(tx, choice);
  if (
    subscription.status === 'pending' &&
    (subscription.planId !== plan.id || subscription.monthlyFee !== plan.priceKobo)
  ) {
    await setPendingPlan(tx, subscription.id, { planId: plan.id, monthlyFee: plan.priceKobo, updatedAt: now });
  }
  return { subscriptionId: subscription.id, nextPeriodNumber: subscription.paidPeriods + 1 };
}
