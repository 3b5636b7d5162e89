import type { SubscriptionChange } from '@portal/contract/billing/staff-subscriptions';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { formatLagosDay } from '@portal/kernel/calendar';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Line } from '../../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { payWithCredit } from '../../credit/pay-with-credit.ts';
import { lineInAudit } from '../../lines/require-line.ts';
import { findCustomer } from '../../payments/payment.repository.ts';
import { findPlanForSale } from '../../pricing/find-plan-for-sale.ts';
import { cancelSubscription, withdrawCancellation } from '../cancel-subscription.ts';
import { findSubscription } from '../find-subscription.ts';
import { endPause, pauseSubscription } from '../pauses/pause-subscription.ts';
import { choosePlan } from '../plan-changes/choose-plan.ts';
import { withdrawPlanChange } from '../plan-changes/withdraw-plan-change.ts';

type Order = Line & {
  readonly staffId: number;
  readonly change: SubscriptionChange;
  readonly planId: string;
  readonly days: number;
  readonly reason: string;
};

type Notice = Parameters<BillingDependencies['notify']>[1];

/** What the customer is told; an upgrade has its receipt. */
async function noticeOf(
  deps: BillingDependencies,
  tx: Transaction,
  { accountId: customerId, lineId, change }: Order,
  subscription: SubscriptionView | null,
): Promise<Notice | null> {
  const now = deps.clock();
  const key = `for-customer:${lineId}:${change}:${now.toISOString()}`;
  const to = { key, customerId, lineId };
  const plan = subscription?.planName ?? '';
  switch (change) {
    case 'plan': {
      if (!subscription) return null;
      const { scheduledPlanId } = subscription;
      const next = scheduledPlanId && (await findPlanForSale(tx, { planId: scheduledPlanId, lineId }));
      if (!next) return { ...to, kind: 'plan-kept', values: { plan } };
      const day = planChangeDay(subscription, now);
      if (!day) return { ...to, kind: 'plan-change-with-payment', values: { plan: next.name } };
      return { ...to, kind: 'plan-change-coming', values: { plan: next.name, date: formatLagosDay(new Date(day)) } };
    }
    case 'stay':
      return { ...to, kind: 'plan-kept', values: { plan } };
    case 'pause': {
      const until = formatLagosDay(new Date(subscription?.pausedUntil ?? now));
      return { ...to, kind: 'line-paused', values: { until } };
    }
    case 'resume':
      return { ...to, kind: 'line-resumed', values: { plan } };
    case 'cancel': {
      const end = subscription?.cancelsAt ?? subscription?.nextBillingDate;
      return { ...to, kind: 'line-ending', values: { date: formatLagosDay(end ? new Date(end) : now) } };
    }
    case 'keep':
      return { ...to, kind: 'line-goes-on', values: { plan } };
    case 'upgrade':
      return null;
  }
}

async function upgradeNow(
  deps: BillingDependencies,
  { accountId, lineId, planId }: Order,
  also: (tx: Transaction, subscription: SubscriptionView | null) => Promise<void>,
): Promise<SubscriptionView | null> {
  const { email } = await findCustomer(deps.database, accountId);
  await payWithCredit(deps, { userId: accountId, lineId, email, planId, purpose: 'upgrade', paidUntil: null }, also);
  return findSubscription(deps.database, lineId, deps.rules);
}

/**
 * Does to a customer's line what they asked staff for, by the rules of their own pages, and tells
 * them, in one transaction. Audited with the reason. Throws what the customer's own call throws, and
 * payment.credit-too-low for an upgrade that credit does not cover.
 */
export async function changeForCustomer(deps: BillingDependencies, order: Order): Promise<SubscriptionView | null> {
  const { accountId, lineId, change, planId, days, reason, staffId } = order;
  const before = await findSubscription(deps.database, lineId);
  if (!before && change !== 'plan') throw new ApiError('subscription.none');
  const also = async (tx: Transaction, subscription: SubscriptionView | null) => {
    const notice = await noticeOf(deps, tx, order, subscription);
    if (notice) await deps.notify(tx, notice);
    const facts = (view: SubscriptionView | null) =>
      view && { plan: view.planName, status: view.status, scheduledPlan: view.scheduledPlanId };
    await recordAudit(tx, {
      actorId: staffId,
      action: `subscription.${change}`,
      subject: `customer:${accountId}`,
      before: facts(before),
      after: { ...lineInAudit({ accountId, lineId }), ...facts(subscription), reason },
    });
  };
  const line = { accountId, lineId };
  switch (change) {
    case 'plan':
      return (await choosePlan(deps, { lineId, planId }, also)).subscription;
    case 'upgrade':
      return upgradeNow(deps, order, also);
    case 'stay':
      return (await withdrawPlanChange(deps, lineId, also)).subscription;
    case 'pause':
      return pauseSubscription(deps, { ...line, days }, also);
    case 'resume':
      return endPause(deps, line, also);
    case 'cancel':
      return cancelSubscription(deps, { ...line, reason }, also);
    case 'keep':
      return withdrawCancellation(deps, line, also);
  }
}
