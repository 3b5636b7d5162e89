import { randomUUID } from 'node:crypto';
import { toKobo } from '@portal/kernel/money';
import { ensureSubscription } from '../../billing/subscriptions/ensure-subscription.ts';
import { extendSubscription } from '../../billing/subscriptions/extend-subscription.ts';
import type { Database } from '../../platform/database/connection.ts';

/**
 * The next month of a customer's subscription, paid without a gateway and without a network event.
 * `price` in naira.
 */
export async function payMonth(
  database: Database,
  order: {
    readonly userId: number;
    readonly plan: { readonly id: string; readonly price: number };
    readonly now: Date;
  },
): Promise<void> {
  const { userId, now } = order;
  const plan = { id: order.plan.id, priceKobo: toKobo(order.plan.price * 100) };
  await database.transaction(async (tx) => {
    const line = await ensureSubscription(tx, { lineId: userId, plan, now });
    await extendSubscription({ publish: async () => {} }, tx, {
      subscriptionId: line.subscriptionId,
      periodNumber: line.nextPeriodNumber,
      planId: plan.id,
      monthlyFeeKobo: plan.priceKobo,
      paymentId: randomUUID(),
      now,
    });
  });
}
