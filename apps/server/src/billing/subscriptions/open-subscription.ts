import { lagosDay } from '@portal/kernel/calendar';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { insertPendingSubscription, lockOpenSubscription, type SubscriptionRow } from './subscription.repository.ts';

/**
 * The fields of a plan that a subscription needs; the price is the plan table's, never a client's.
 */
export type PricedPlan = { readonly id: string; readonly priceKobo: Kobo };

/**
 * A subscription can be cancelled between the failed insert and the lock, but not again and again.
 */
const ATTEMPTS = 3;

/**
 * The user's open subscription, locked until the transaction ends; a pending one is created on
 * `plan` where there is none. Safe in parallel.
 */
export async function openSubscription(
  tx: Transaction,
  choice: { readonly lineId: number; readonly plan: PricedPlan; readonly now: Date },
): Promise<SubscriptionRow> {
  const { lineId, plan, now } = choice;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const subscription = await lockOpenSubscription(tx, lineId);
    if (subscription) return subscription;
    await insertPendingSubscription(tx, {
      lineId,
      planId: plan.id,
      monthlyFee: plan.priceKobo,
      nextRenewal: now,
      anchorDay: lagosDay(now).day,
      createdAt: now,
      updatedAt: now,
    });
  }
  throw new Error(`line ${lineId} could not be opened`);
}
