import { getPaymentQuote, getUpgradeQuote } from '@portal/contract/billing/payments/payments';
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
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { presentQuote, quotePayment } from '../pricing/quote-payment.ts';
import { cancelSubscription, withdrawCancellation } from './cancel-subscription.ts';
import { prepareFindSubscription } from './find-subscription.ts';
import { endPause, type PauseDependencies, pauseSubscription } from './pauses/pause-subscription.ts';
import { choosePlan } from './plan-changes/choose-plan.ts';
import { withdrawPlanChange } from './plan-changes/withdraw-plan-change.ts';
import { upgrade } from './upgrades/upgrade.product.ts';

/** Cancellation and pause, and their withdrawal. */
function serveEndings(routes: Routes, deps: PauseDependencies): void {
  routes.serve(cancelEntry, async ({ line, body }) => {
    const subscription = await cancelSubscription(deps, { ...line, reason: body.reason });
    const message = subscription
      ? 'Your subscription ends with the time you have paid for.'
      : 'Your subscription is cancelled.';
    return { success: true as const, message, subscription };
  });

  routes.serve(withdrawCancellationEntry, async ({ line }) => {
    const subscription = await withdrawCancellation(deps, line);
    return { success: true as const, message: 'Your subscription goes on.', subscription };
  });

  routes.serve(pauseEntry, async ({ line, body }) => {
    const subscription = await pauseSubscription(deps, { ...line, days: body.days });
    return { success: true as const, message: 'Your line is paused.', subscription };
  });

  routes.serve(endPauseEntry, async ({ line }) => {
    const subscription = await endPause(deps, line);
    return { success: true as const, message: 'Your line is on again.', subscription };
  });
}

/** The caller's price of a month of a plan, or of the upgrade to it. */
function serveQuotes(routes: Routes, deps: Pick<BillingDependencies, 'database' | 'clock' | 'addedVat'>): void {
  routes.serve(getPaymentQuote, async ({ line, query }) =>
    presentQuote(
      await quotePayment(deps, deps.database, { userId: line.accountId, lineId: line.lineId, planId: query.plan }),
    ),
  );

  routes.serve(getUpgradeQuote, async ({ line, query }) => {
    const order = {
      userId: line.accountId,
      lineId: line.lineId,
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
  deps: PauseDependencies & Pick<BillingDependencies, 'addedVat'>,
): void {
  serveEndings(routes, deps);
  serveQuotes(routes, deps);
  const findOwnSubscription = prepareFindSubscription(deps.database, deps.rules);
  const choose = async (lineId: number, planId: string, chosenMessage: string) => {
    const { subscription, isScheduled } = await choosePlan(deps, { lineId, planId });
    const scheduledMessage = planChangeDay(subscription, deps.clock())
      ? 'Your plan will change at the next billing cycle.'
      : 'Your plan will change with your next payment.';
    return { success: true as const, message: isScheduled ? scheduledMessage : chosenMessage, subscription };
  };

  routes.serve(getSubscription, async ({ line }) => findOwnSubscription(line.lineId));

  routes.serve(choosePlanEntry, async ({ line, body }) =>
    choose(line.lineId, body.planId, 'Plan Selected Successfully!'),
  );

  routes.serve(changePlan, async ({ line, body }) => choose(line.lineId, body.planId, 'Plan updated'));

  routes.serve(withdrawEntry, async ({ line }) => {
    const { subscription, isPaidChangeUpcoming } = await withdrawPlanChange(deps, line.lineId);
    const message = isPaidChangeUpcoming
      ? 'The change that you have paid for will still take effect at the next billing cycle.'
      : 'You stay on your present plan.';
    return { success: true as const, message, subscription };
  });
}
