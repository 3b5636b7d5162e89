import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { subscriptionsChanged } from '../events.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { withdrawPromises } from '../payment-promises/payment-promise.repository.ts';
import { moveSubscriptions, requestCancellation, wakeSubscription } from '../renewals/renewal.repository.ts';
import { type Also, nothingElse } from './also.ts';
import { findSubscription } from './find-subscription.ts';
import { lockOpenSubscription } from './subscription.repository.ts';

export type CancelDependencies = Pick<
  BillingDependencies,
  'database' | 'clock' | 'rules' | 'publish' | 'publishLiveUpdate'
>;

/** The same in the caller's transaction; false where the line has no subscription. */
export async function cancelWithin(
  deps: Pick<CancelDependencies, 'clock' | 'publish'>,
  tx: Transaction,
  { lineId, reason }: { readonly lineId: number; readonly reason: string },
): Promise<boolean> {
  const now = deps.clock();
  const subscription = await lockOpenSubscription(tx, lineId);
  if (!subscription) return false;
  await requestCancellation(tx, subscription.id, { at: now, reason });
  await withdrawPromises(tx, [subscription.id], now);
  const hasPaidTime = subscription.status !== 'pending' && subscription.nextRenewal > now;
  if (hasPaidTime) await wakeSubscription(tx, subscription.id, now);
  else {
    const ended = {
      status: 'cancelled',
      cancelledAt: now,
      pausedUntil: null,
      scheduledPlanId: null,
      nextStepAt: null,
    } as const;
    await moveSubscriptions(tx, [subscription.id], ended, now);
    await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'cancelled' });
  }
  await voidInvoices(tx, [subscription.id], 'cancelled', now);
  return true;
}

/**
 * Ends a subscription with its paid time, at the customer's request; one without paid time at once,
 * and then it returns null. Voids open invoices, since no further month will begin. Repeating keeps
 * the first reason. Throws subscription.none.
 */
export async function cancelSubscription(
  deps: CancelDependencies,
  order: Line & { readonly reason: string },
  also: Also = nothingElse,
): Promise<SubscriptionView | null> {
  const { accountId, lineId, reason } = order;
  const view = await runTransaction(deps.database, async (tx) => {
    if (!(await cancelWithin(deps, tx, { lineId, reason }))) throw new ApiError('subscription.none');
    const left = await findSubscription(tx, lineId, deps.rules);
    await also(tx, left);
    return left;
  });
  deps.publishLiveUpdate(accountId, 'subscription');
  return view;
}

/**
 * Withdraws a cancellation while the subscription has not ended; repeating changes nothing more.
 * Throws subscription.none.
 */
export async function withdrawCancellation(
  deps: CancelDependencies,
  { accountId, lineId }: Line,
  also: Also = nothingElse,
): Promise<SubscriptionView> {
  const view = await runTransaction(deps.database, async (tx) => {
    const subscription = await lockOpenSubscription(tx, lineId);
    if (!subscription) throw new ApiError('subscription.none');
    await requestCancellation(tx, subscription.id, null);
    await wakeSubscription(tx, subscription.id, deps.clock());
    const going = await findSubscription(tx, lineId, deps.rules);
    await also(tx, going);
    return going;
  });
  if (view === null) throw new Error(`line ${lineId} is gone`);
  deps.publishLiveUpdate(accountId, 'subscription');
  return view;
}
