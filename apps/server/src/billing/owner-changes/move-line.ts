import { lagosPeriod } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { moveAddons } from '../addons/addon.repository.ts';
import { endConsents } from '../auto-pay/consent.repository.ts';
import { lineMoved, subscriptionsChanged } from '../events.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { findUnusedLine, hasLabel, insertLine } from '../lines/line.repository.ts';
import { MOST_LINES } from '../lines/open-line.ts';
import { withdrawPromises } from '../payment-promises/payment-promise.repository.ts';
import { listPeriods, type PeriodRow } from '../subscriptions/bought-period.repository.ts';
import { upcomingPlan } from '../subscriptions/subscription.policy.ts';
import {
  findPlanPaidAhead,
  lockOpenSubscription,
  type SubscriptionRow,
} from '../subscriptions/subscription.repository.ts';
import { findObstacle } from './find-obstacle.ts';
import {
  endContinued,
  insertContinued,
  lockLine,
  moveBundles,
  movePaidTime,
  movePlace,
  moveRunningPause,
  withdrawMonthLinks,
} from './paid-time.repository.ts';

type Move = {
  readonly lineId: number;
  readonly fromAccountId: number;
  readonly toAccountId: number;
  /** Its name, where its people gave it one. */
  readonly label: string | null;
  readonly now: Date;
};

export type MovedLine = {
  readonly subscriptionId: string;
  readonly toLineId: number;
  readonly toSubscriptionId: string;
};

/** The first period that has time left; those after it, refunded ones too, are numbered on from it. */
function firstWithTime(periods: readonly PeriodRow[], now: Date): PeriodRow | null {
  return periods.find(({ revokedAt, endsAt }) => revokedAt === null && endsAt > now) ?? null;
}

/** The same subscription for somebody else: neither a wish of its present owner goes along nor their card. */
async function continueOn(
  tx: Transaction,
  subscription: SubscriptionRow,
  { lineId, moved, now }: { readonly lineId: number; readonly moved: number; readonly now: Date },
): Promise<string> {
  const { planId, monthlyFee, status, nextRenewal, anchorDay, pausedUntil, nextStepAt } = subscription;
  const paidAhead = await findPlanPaidAhead(tx, subscription, now);
  return insertContinued(tx, {
    lineId,
    planId,
    scheduledPlanId: paidAhead === null ? null : upcomingPlan(subscription, paidAhead),
    monthlyFee,
    status,
    startDate: now,
    nextRenewal,
    anchorDay,
    paidPeriods: moved,
    pausedUntil,
    nextStepAt: status === 'active' ? now : nextStepAt,
    createdAt: now,
    updatedAt: now,
  });
}

/** The line of the other account that takes it: one that was never used, or a new one. Throws line.too-many. */
async function findPlaceIn(tx: Transaction, accountId: number, count: number, now: Date): Promise<number> {
  const unused = await findUnusedLine(tx, accountId);
  if (unused !== null) return unused;
  if (count >= MOST_LINES) throw new ApiError('line.too-many');
  return insertLine(tx, { accountId, createdAt: now });
}

/**
 * Moves a line to another account, whose lines, `count` of them, the caller has locked: its
 * subscription ends, and one that begins there has its paid time, plan and price. Publishes lineMoved,
 * by which the network gives it login, area and box. What the present account owes, has paid and has
 * used stays with it (decision 111). Throws what findObstacle finds; owner-change.closed when the line
 * is not this account's any more; line.too-many.
 */
export async function moveLine(
  deps: { readonly publish: Publish },
  tx: Transaction,
  { lineId, fromAccountId, toAccountId, label, now }: Move,
  count: number,
): Promise<MovedLine> {
  const line = await lockLine(tx, lineId);
  if (line?.accountId !== fromAccountId) throw new ApiError('owner-change.closed');
  const subscription = await lockOpenSubscription(tx, lineId);
  const obstacle = await findObstacle(tx, { accountId: fromAccountId, subscription, now });
  if (obstacle !== null || subscription === null) throw new ApiError(obstacle ?? 'owner-change.not-running');
  const periods = await listPeriods(tx, subscription.id);
  const first = firstWithTime(periods, now);
  const moved = first === null ? 0 : periods.length - (first.periodNumber - 1);
  const toLineId = await findPlaceIn(tx, toAccountId, count, now);
  const toSubscriptionId = await continueOn(tx, subscription, { lineId: toLineId, moved, now });
  const { id: subscriptionId } = subscription;
  if (first !== null) await movePaidTime(tx, subscriptionId, toSubscriptionId, first);
  await moveAddons(tx, subscriptionId, toSubscriptionId, first === null ? periods.length : first.periodNumber - 1);
  if (subscription.pausedUntil !== null) await moveRunningPause(tx, subscriptionId, toSubscriptionId, now);
  await voidInvoices(tx, [subscriptionId], 'cancelled', now);
  await withdrawPromises(tx, [subscriptionId], now);
  await endConsents(tx, { subscriptionId }, 'customer', now);
  await withdrawMonthLinks(tx, { accountId: fromAccountId, lineId, now });
  await endContinued(tx, subscription, { moved, now });
  await moveBundles(tx, { fromLineId: lineId, toLineId, period: lagosPeriod(now) });
  const isTaken = label !== null && (await hasLabel(tx, { accountId: toAccountId, label, id: toLineId }));
  await movePlace(tx, line, { id: toLineId, label: isTaken ? null : label });
  const paidFrom = first?.startsAt ?? null;
  await deps.publish(tx, lineMoved, {
    fromLineId: lineId,
    toLineId,
    fromSubscriptionId: subscriptionId,
    toSubscriptionId,
    paidFrom,
    now,
  });
  await deps.publish(tx, subscriptionsChanged, { ids: [subscriptionId], change: 'cancelled' });
  if (subscription.status === 'active')
    await deps.publish(tx, subscriptionsChanged, { ids: [toSubscriptionId], change: 'activated' });
  return { subscriptionId, toLineId, toSubscriptionId };
}
