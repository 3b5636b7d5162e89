import { and, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { dataBundlePurchases } from '../../platform/database/schema/billing/data-bundle-purchase.ts';
import { paymentLinks } from '../../platform/database/schema/billing/payment-link.ts';
import {
  planUpgrades,
  subscriptionPauses,
  subscriptionPeriods,
  userSubscriptions,
} from '../../platform/database/schema/billing/subscription.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import type { SubscriptionRow } from '../subscriptions/subscription.repository.ts';

/** A subscription that goes on where another ends, on another line. */
export async function insertContinued(tx: Transaction, values: typeof userSubscriptions.$inferInsert): Promise<string> {
  const [row] = await tx.insert(userSubscriptions).values(values).returning({ id: userSubscriptions.id });
  if (!row) throw new Error('the subscription was not written');
  return row.id;
}

/** Ends a subscription, which the caller has locked, whose last `moved` periods went elsewhere. */
export async function endContinued(
  tx: Transaction,
  { id, nextRenewal, paidPeriods }: SubscriptionRow,
  { moved, now }: { readonly moved: number; readonly now: Date },
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({
      status: 'cancelled',
      cancelledAt: now,
      cancelReason: 'Moved to another owner',
      nextRenewal: nextRenewal > now ? now : nextRenewal,
      paidPeriods: paidPeriods - moved,
      pausedUntil: null,
      scheduledPlanId: null,
      nextStepAt: null,
      updatedAt: now,
    })
    .where(eq(userSubscriptions.id, id));
}

/**
 * Gives the paid time of a subscription from period `first` on to another one, where it is numbered
 * from 1, with its upgrades and with the pauses in it.
 */
export async function movePaidTime(
  tx: Transaction,
  from: string,
  to: string,
  first: { readonly periodNumber: number; readonly startsAt: Date },
): Promise<void> {
  const { periodNumber, startsAt } = first;
  const before = periodNumber - 1;
  await tx
    .update(subscriptionPeriods)
    .set({ subscriptionId: to, periodNumber: sql`${subscriptionPeriods.periodNumber} - ${before}::int` })
    .where(and(eq(subscriptionPeriods.subscriptionId, from), gte(subscriptionPeriods.periodNumber, periodNumber)));
  await tx
    .update(planUpgrades)
    .set({ subscriptionId: to, periodNumber: sql`${planUpgrades.periodNumber} - ${before}::int` })
    .where(and(eq(planUpgrades.subscriptionId, from), gte(planUpgrades.periodNumber, periodNumber)));
  await tx
    .update(subscriptionPauses)
    .set({ subscriptionId: to })
    .where(and(eq(subscriptionPauses.subscriptionId, from), gte(subscriptionPauses.startsAt, startsAt)));
}

/** Gives the pause that a subscription is in to another one. */
export async function moveRunningPause(tx: Transaction, from: string, to: string, now: Date): Promise<void> {
  await tx
    .update(subscriptionPauses)
    .set({ subscriptionId: to })
    .where(and(eq(subscriptionPauses.subscriptionId, from), gt(subscriptionPauses.endsAt, now)));
}

/** Gives the extra data of a Lagos month to another line. */
export async function moveBundles(
  tx: Transaction,
  { fromLineId, toLineId, period }: { readonly fromLineId: number; readonly toLineId: number; readonly period: string },
): Promise<void> {
  await tx
    .update(dataBundlePurchases)
    .set({ lineId: toLineId })
    .where(
      and(
        eq(dataBundlePurchases.lineId, fromLineId),
        eq(dataBundlePurchases.period, period),
        isNull(dataBundlePurchases.endedAt),
      ),
    );
}

/** The payment links for a month of a line lead nowhere any more: the month is another's. */
export async function withdrawMonthLinks(
  tx: Transaction,
  { accountId, lineId, now }: { readonly accountId: number; readonly lineId: number; readonly now: Date },
): Promise<void> {
  await tx
    .update(paymentLinks)
    .set({ status: 'withdrawn', withdrawnAt: now })
    .where(
      and(
        eq(paymentLinks.userId, accountId),
        eq(paymentLinks.lineId, lineId),
        eq(paymentLinks.kind, 'month'),
        eq(paymentLinks.status, 'open'),
      ),
    );
}

/** Locked until the transaction ends. */
export async function lockLine(tx: Transaction, id: number) {
  const [row] = await tx.select().from(lines).where(eq(lines.id, id)).for('update');
  return row ?? null;
}

/** Gives what a technician finds a line by to another one; the earlier line keeps its name. */
export async function movePlace(
  tx: Transaction,
  line: typeof lines.$inferSelect,
  to: { readonly id: number; readonly label: string | null },
): Promise<void> {
  const { place, ontSerial, ontMac } = line;
  await tx.update(lines).set({ place: null, ontSerial: null, ontMac: null }).where(eq(lines.id, line.id));
  await tx.update(lines).set({ label: to.label, place, ontSerial, ontMac }).where(eq(lines.id, to.id));
}
