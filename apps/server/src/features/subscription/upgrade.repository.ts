import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { servicePlans } from '../../database/schema/plan.ts';
import {
  planUpgrades,
  subscriptionPauses,
  subscriptionPeriods,
  userSubscriptions,
} from '../../database/schema/subscription.ts';
import type { SubscriptionRow } from './subscription.repository.ts';

type PlanOfMonth = Pick<SubscriptionRow, 'planId' | 'monthlyFee'>;

/** How long a line rested between the ends of a month, in milliseconds: that time was added to it. */
const restedMs = sql<number>`(select coalesce(sum(extract(epoch from ${subscriptionPauses.endsAt} - ${subscriptionPauses.startsAt}) * 1000), 0)::float8
  from ${subscriptionPauses} where ${subscriptionPauses.subscriptionId} = ${subscriptionPeriods.subscriptionId}
    and ${subscriptionPauses.startsAt} >= ${subscriptionPeriods.startsAt} and ${subscriptionPauses.startsAt} < ${subscriptionPeriods.endsAt})`;

/** A paid month of a line with the name of its plan. */
export async function findPeriod(queryable: Queryable, subscriptionId: string, periodNumber: number) {
  const [row] = await queryable
    .select({
      startsAt: subscriptionPeriods.startsAt,
      endsAt: subscriptionPeriods.endsAt,
      monthlyFee: subscriptionPeriods.monthlyFee,
      planName: servicePlans.name,
      restedMs,
    })
    .from(subscriptionPeriods)
    .innerJoin(servicePlans, eq(servicePlans.id, subscriptionPeriods.planId))
    .where(
      and(eq(subscriptionPeriods.subscriptionId, subscriptionId), eq(subscriptionPeriods.periodNumber, periodNumber)),
    );
  return row ?? null;
}

/** Puts a running line, which the caller holds, on another plan at once. */
export async function setRunningPlan(tx: Transaction, id: string, plan: PlanOfMonth, now: Date): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({
      ...plan,
      scheduledPlanId: sql`nullif(${userSubscriptions.scheduledPlanId}, ${plan.planId})`,
      ...{ nextStepAt: now, updatedAt: now },
    })
    .where(eq(userSubscriptions.id, id));
}

export async function setPeriodPlan(
  tx: Transaction,
  subscriptionId: string,
  periodNumber: number,
  plan: PlanOfMonth,
): Promise<void> {
  await tx
    .update(subscriptionPeriods)
    .set(plan)
    .where(
      and(eq(subscriptionPeriods.subscriptionId, subscriptionId), eq(subscriptionPeriods.periodNumber, periodNumber)),
    );
}

export async function insertUpgrade(tx: Transaction, upgrade: typeof planUpgrades.$inferInsert): Promise<void> {
  await tx.insert(planUpgrades).values(upgrade);
}
