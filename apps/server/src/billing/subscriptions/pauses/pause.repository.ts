import { lagosDate, lagosDay } from '@portal/kernel/calendar';
import { and, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import {
  subscriptionPauses,
  subscriptionPeriods,
  userSubscriptions,
} from '../../../platform/database/schema/billing/subscription.ts';
import type { SubscriptionRow } from '../subscription.repository.ts';

/** False when the subscription has had its pause of the year. */
export async function insertPause(
  tx: Transaction,
  pause: {
    readonly subscriptionId: string;
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly anchorDay: number;
  },
): Promise<boolean> {
  const inserted = await tx
    .insert(subscriptionPauses)
    .values({ ...pause, year: lagosDay(pause.startsAt).year })
    .onConflictDoNothing()
    .returning({ id: subscriptionPauses.id });
  return inserted.length === 1;
}

/**
 * Ends the current pause of a subscription, at the earliest as it began; returns how much sooner
 * that is and how long it lasted, in milliseconds, and the subscription's anchor day before it.
 */
export async function shortenPause(
  tx: Transaction,
  subscriptionId: string,
  now: Date,
): Promise<{ readonly leftMs: number; readonly restedMs: number; readonly anchorDay: number | null }> {
  const isRunning = and(eq(subscriptionPauses.subscriptionId, subscriptionId), gt(subscriptionPauses.endsAt, now));
  const [pause] = await tx.select().from(subscriptionPauses).where(isRunning).for('update');
  if (!pause) return { leftMs: 0, restedMs: 0, anchorDay: null };
  const endsAt = pause.startsAt > now ? pause.startsAt : now;
  await tx.update(subscriptionPauses).set({ endsAt }).where(eq(subscriptionPauses.id, pause.id));
  return {
    leftMs: pause.endsAt.getTime() - endsAt.getTime(),
    restedMs: endsAt.getTime() - pause.startsAt.getTime(),
    anchorDay: pause.anchorDay,
  };
}

/**
 * Moves the remaining paid time of a subscription by so many milliseconds, forward or (negative)
 * back: the current period ends later, those paid ahead begin later, and the subscription renews on
 * the day on which its paid time then ends. While that is the day on which it ended before, or
 * would have without the pause of `before`, it keeps its anchor day through shorter months. The
 * caller has locked the subscription.
 */
export async function shiftPaidTime(
  tx: Transaction,
  subscription: SubscriptionRow,
  byMs: number,
  now: Date,
  before: { readonly movedMs: number; readonly anchorDay: number } | null = null,
): Promise<void> {
  const shifted = sql`${byMs} * interval '1 millisecond'`;
  // The last period also in its grace period, when it is over; those after it were refunded and
  // keep their moment of time behind it.
  const last = sql`coalesce((select max(kept.period_number) from ${subscriptionPeriods} kept
    where kept.subscription_id = ${subscription.id} and kept.revoked_at is null), ${subscription.paidPeriods})`;
  const isToCome = sql`(${subscriptionPeriods.startsAt} > ${now.toISOString()}::timestamptz or ${subscriptionPeriods.periodNumber} > ${last})`;
  await tx
    .update(subscriptionPeriods)
    .set({
      startsAt: sql`case when ${isToCome} then ${subscriptionPeriods.startsAt} + ${shifted} else ${subscriptionPeriods.startsAt} end`,
      endsAt: sql`${subscriptionPeriods.endsAt} + ${shifted}`,
    })
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscription.id),
        // A refunded period that had begun is over, also while the clock stands before its end.
        or(
          gt(subscriptionPeriods.startsAt, now),
          and(gt(subscriptionPeriods.endsAt, now), isNull(subscriptionPeriods.revokedAt)),
          gte(subscriptionPeriods.periodNumber, last),
        ),
      ),
    );
  const nextRenewal = new Date(subscription.nextRenewal.getTime() + byMs);
  const { movedMs, anchorDay } = before ?? { movedMs: byMs, anchorDay: subscription.anchorDay };
  const isSameDay = lagosDate(new Date(nextRenewal.getTime() - movedMs)) === lagosDate(nextRenewal);
  await tx
    .update(userSubscriptions)
    .set({ nextRenewal, anchorDay: isSameDay ? anchorDay : lagosDay(nextRenewal).day, nextStepAt: now, updatedAt: now })
    .where(eq(userSubscriptions.id, subscription.id));
}
