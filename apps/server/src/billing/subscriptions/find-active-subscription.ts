import type { Kobo } from '@portal/kernel/money';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { lockActiveSubscriptionRow, selectActiveSubscription, type Which } from './active-subscription.repository.ts';

/**
 * An active subscription. `dataLimitGb` null is unlimited; `isPaid` is false in the grace period.
 */
type ActiveSubscription = {
  readonly subscriptionId: string;
  readonly lineId: number;
  readonly periodNumber: number;
  readonly plan: { readonly id: string; readonly name: string; readonly priceKobo: Kobo };
  readonly dataLimitGb: number | null;
  readonly isPaid: boolean;
};

type Wanted = Which & { readonly now: Date };

function presentSubscription(
  row: Awaited<ReturnType<typeof selectActiveSubscription>>,
  now: Date,
): ActiveSubscription | null {
  if (!row) return null;
  const { subscriptionId, lineId, periodNumber, planId: id, planName: name, monthlyFee: priceKobo, dataLimitGb } = row;
  return {
    subscriptionId,
    lineId,
    periodNumber,
    plan: { id, name, priceKobo },
    dataLimitGb,
    isPaid: row.nextRenewal > now,
  };
}

/** The active subscription of a line with its current month and its plan; null without one. */
export async function findActiveSubscription(queryable: Queryable, wanted: Wanted): Promise<ActiveSubscription | null> {
  return presentSubscription(await selectActiveSubscription(queryable, wanted), wanted.now);
}

/** The same, locked until the transaction ends. */
export async function lockActiveSubscription(tx: Transaction, wanted: Wanted): Promise<ActiveSubscription | null> {
  return presentSubscription(await lockActiveSubscriptionRow(tx, wanted), wanted.now);
}
