import { getPaymentQuote, getUpgradeQuote } from '@portal/contract/billing/payments';
import {
  cancelSubscription as cancelEntry,
  changePlan,
  choosePlan as choosePlanEntry,
  endPause as endPauseEntry,
  getSubscription,
  pauseSubscription as pauseEntry,
  withdrawCancellation as withdrawCancellationEntry,
  withdrawPlanChange as withdrawEntry,
} from '@portal/contract/billing/subscriptions';
import { planChangeDay } from '@portal/kernel/plan-change-day';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { presentQuote, quotePayment } from '../pricing/quote-payment.ts';
import { cancelSubscription, withdrawCancellation } from './cancel-subscription.ts';
import { choosePlan } from './choose-plan.ts';
import { prepareFindSubscription } from './find-subscription.ts';
import { endPause, type PauseDependencies, pauseSubscription } from './pauses/pause-subscription.ts';
import { upgrade } from './upgrades/upgrade.product.ts';
import { withdrawPlanChange } from './withdraw-plan-change.ts';

/** Cancellation and pause, and their withdrawal. */
function serveEndings(routes: Routes, deps: PauseDependencies): void {
  routes.serve(cancelEntry, async ({ viewer, body }) => {
    const subscription = await cancelSubscription(deps, { userId: viewer.account.id, reason: body.reason });
    const message = subscription
      ? 'Your subscription ends with the time you have paid for.'
      : 'Your subscription is cancelled.';
    return { success: true as const, message, subscription };
  });

  routes.serve(withdrawCancellationEntry, async ({ viewer }) => {
    const subscription = await withdrawCancellation(deps, viewer.account.id);
    return { success: true as const, message: 'Your subscription goes on.', subscription };
  });

  routes.serve(pauseEntry, async ({ viewer, body }) => {
    const subscription = await pauseSubscription(deps, { userId: viewer.account.id, days: body.days });
    return { success: true as const, message: 'Your line is paused.', subscription };
  });

  routes.serve(endPauseEntry, async ({ viewer }) => {
    const subscription = await endPause(deps, viewer.account.id);
    return { success: true as const, message: 'Your line is on again.', subscription };
  });
}

/** The caller's price of a month of a plan, or of the upgrade to it. */
function serveQuotes(routes: Routes, deps: Pick<BillingDependencies, 'database' | 'clock' | 'addsVat'>): void {
  routes.serve(getPaymentQuote, async ({ viewer, query }) =>
    presentQuote(await quotePayment(deps, deps.database, { userId: viewer.account.id, planId: query.plan })),
  );

  routes.serve(getUpgradeQuote, async ({ viewer, query }) => {
    const order = {
      userId: viewer.account.id,
      planId: query.plan,
      purpose: 'upgrade' as const,
      now: deps.clock(),
    };
    const { quote } = await deps.database.transaction((tx) => upgrade.quote(deps, tx, order));
    return presentQuote(quote);
  });
}

/**
 * The caller's subscription: read, choose a plan, change it, withdraw a change, and the prices.
 * Only the plan's id of a body is used.
 */
export function registerSubscription(
  routes: Routes,
  deps: PauseDependencies & Pick<BillingDependencies, 'addsVat'>,
): void {
  serveEndings(routes, deps);
  serveQuotes(routes, deps);
  const findOwnSubscription = prepareFindSubscription(deps.database, deps.rules);
  const choose = async (userId: number, planId: string, chosenMessage: string) => {
    const { subscription, isScheduled } = await choosePlan(deps, { userId, planId });
    const scheduledMessage = planChangeDay(subscription, deps.clock())
      ? 'Your plan will change at the next billing cycle.'
      : 'Your plan will change with your next payment.';
    return { success: true as const, message: isScheduled ? scheduledMessage : chosenMessage, subscription };
  };

  routes.serve(getSubscription, async ({ viewer }) => findOwnSubscription(viewer.account.id));

  routes.serve(choosePlanEntry, async ({ viewer, body }) =>
    choose(viewer.account.id, body.planId, 'Plan Selected Successfully!'),
  );

  routes.serve(changePlan, async ({ viewer, body }) => choose(viewer.account.id, body.planId, 'Plan updated'));

  routes.serve(withdrawEntry, async ({ viewer }) => {
    const { subscription, isPaidChangeComing } = await withdrawPlanChange(deps, viewer.account.id);
    const message = isPaidChangeComing
      ? 'The change that you have paid for will still take effect at the next billing cycle.'
      : 'You stay on your present plan.';
    return { success: true as const, message, subscription };
  });
}
