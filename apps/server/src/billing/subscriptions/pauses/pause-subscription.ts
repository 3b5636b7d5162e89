import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { DAY_MS } from '@portal/kernel/calendar';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import type { Line } from '../../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { subscriptionsChanged } from '../../events.ts';
import { wakeCompanyOf } from '../../invoices/company-billing.repository.ts';
import { voidInvoices } from '../../invoices/void-invoices.ts';
import { withdrawPromises } from '../../payment-promises/payment-promise.repository.ts';
import { moveSubscriptions } from '../../renewals/renewal.repository.ts';
import { type Also, nothingElse } from '../also.ts';
import { findSubscription } from '../find-subscription.ts';
import { lockOpenSubscription } from '../subscription.repository.ts';
import { insertPause, shiftPaidTime, shortenPause } from './pause.repository.ts';

export type PauseDependencies = Pick<
  BillingDependencies,
  'database' | 'clock' | 'rules' | 'publish' | 'publishLiveUpdate'
>;

async function requireView(
  tx: Transaction,
  lineId: number,
  rules: PauseDependencies['rules'],
): Promise<SubscriptionView> {
  const subscription = await findSubscription(tx, lineId, rules);
  if (subscription === null) throw new Error(`line ${lineId} is gone`);
  return subscription;
}

/**
 * Pauses a subscription from now on: it is suspended for so many days, and all its remaining paid
 * time follows afterwards, to the moment. Voids an open invoice; the next one is issued in time.
 * Once in a year of Lagos. Throws subscription.none, subscription.not-running,
 * subscription.paused-before.
 */
export async function pauseSubscription(
  deps: PauseDependencies,
  order: Line & { readonly days: number },
  also: Also = nothingElse,
): Promise<SubscriptionView> {
  const view = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const subscription = await lockOpenSubscription(tx, order.lineId);
    if (!subscription) throw new ApiError('subscription.none');
    if (subscription.status !== 'active' || subscription.nextRenewal <= now)
      throw new ApiError('subscription.not-running');
    const lengthMs = order.days * DAY_MS;
    const pausedUntil = new Date(now.getTime() + lengthMs);
    const { id: subscriptionId, anchorDay } = subscription;
    if (!(await insertPause(tx, { subscriptionId, startsAt: now, endsAt: pausedUntil, anchorDay }))) {
      throw new ApiError('subscription.paused-before');
    }
    await shiftPaidTime(tx, subscription, lengthMs, now);
    await moveSubscriptions(tx, [subscription.id], { status: 'suspended', pausedUntil }, now);
    await voidInvoices(tx, [subscription.id], 'suspended', now);
    await withdrawPromises(tx, [subscription.id], now);
    await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'suspended' });
    const paused = await requireView(tx, order.lineId, deps.rules);
    await also(tx, paused);
    return paused;
  });
  deps.publishLiveUpdate(order.accountId, 'subscription');
  return view;
}

/**
 * Ends a pause now: the subscription is active, and its paid time continues from here. Throws
 * subscription.none, subscription.not-paused.
 */
export async function endPause(
  deps: PauseDependencies,
  { accountId, lineId }: Line,
  also: Also = nothingElse,
): Promise<SubscriptionView> {
  const view = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const subscription = await lockOpenSubscription(tx, lineId);
    if (!subscription) throw new ApiError('subscription.none');
    if (!subscription.pausedUntil) throw new ApiError('subscription.not-paused');
    const { leftMs, restedMs, anchorDay } = await shortenPause(tx, subscription.id, now);
    const before = anchorDay === null ? null : { movedMs: restedMs, anchorDay };
    // A refund may have ended the paid time meanwhile: then there is nothing to resume.
    const hasPaidTime = subscription.nextRenewal.getTime() - leftMs > now.getTime();
    if (hasPaidTime) await shiftPaidTime(tx, subscription, -leftMs, now, before);
    await moveSubscriptions(
      tx,
      [subscription.id],
      { status: hasPaidTime ? 'active' : 'suspended', pausedUntil: null },
      now,
    );
    if (hasPaidTime) await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'resumed' });
    await wakeCompanyOf(tx, lineId, now);
    const resumed = await requireView(tx, lineId, deps.rules);
    await also(tx, resumed);
    return resumed;
  });
  deps.publishLiveUpdate(accountId, 'subscription');
  return view;
}
