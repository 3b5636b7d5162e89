import { lagosDay } from '@portal/kernel/calendar';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection.ts';
import { subscriptionPauses, subscriptionPeriods, userSubscriptions } from '../../database/schema/subscription.ts';
import type { SubscriptionRow } from './subscription.repository.ts';

/** False when the line has had its pause of the year. */
export async function insertPause(
  tx: Transaction,
  pause: { readonly subscriptionId: string; readonly startsAt: Date; readonly endsAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(subscriptionPauses)
    .values({ ...pause, year: lagosDay(pause.startsAt).year })
    .onConflictDoNothing()
    .returning({ id: subscriptionPauses.id });
  return inserted.length === 1;
}

/** Ends the pause of a line that is under way, at the earliest as it began; returns how much sooner that is, in milliseconds. */
export async function shortenPause(tx: Transaction, subscriptionId: string, now: Date): Promise<number> {
  const isRunning = and(eq(subscriptionPauses.subscriptionId, subscriptionId), gt(subscriptionPauses.endsAt, now));
  const [pause] = await tx.select().from(subscriptionPauses).where(isRunning).for('update');
  if (!pause) return 0;
  const endsAt = pause.startsAt > now ? pause.startsAt : now;
  await tx.update(subscriptionPauses).set({ endsAt }).where(eq(subscriptionPauses.id, pause.id));
  return pause.endsAt.getTime() - endsAt.getTime();
}

/**
 * Moves what is left of a line's paid time by so many milliseconds, forward or (negative) back: the period under way ends later, those paid ahead come later, and
 * the line renews on the day on which its paid time then ends. The caller holds the line.
 */
export async function shiftPaidTime(tx: Transaction, line: SubscriptionRow, byMs: number, now: Date): Promise<void> {
  const shifted = sql`${byMs} * interval '1 millisecond'`;
  await tx
    .update(subscriptionPeriods)
    .set({
      startsAt: sql`case when ${subscriptionPeriods.startsAt} > ${now.toISOString()}::timestamptz then ${subscriptionPeriods.startsAt} + ${shifted} else ${subscriptionPeriods.startsAt} end`,
      endsAt: sql`${subscriptionPeriods.endsAt} + ${shifted}`,
    })
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, line.id),
        // The last one also in its days of grace, when it is over.
        or(gt(subscriptionPeriods.endsAt, now), eq(subscriptionPeriods.periodNumber, line.paidPeriods)),
      ),
    );
  const nextRenewal = new Date(line.nextRenewal.getTime() + byMs);
  await tx
    .update(userSubscriptions)
    .set({ nextRenewal, anchorDay: lagosDay(nextRenewal).day, nextStepAt: now, updatedAt: now })
    .where(eq(userSubscriptions.id, line.id));
}
