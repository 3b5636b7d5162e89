import { and, desc, eq, gt, isNull, lte, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { payments } from '../../../platform/database/schema/billing/payment.ts';
import {
  planUpgrades,
  subscriptionPauses,
  subscriptionPeriods,
  userSubscriptions,
} from '../../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../../platform/database/schema/catalogue/plan.ts';
import type { SubscriptionRow } from '../subscription.repository.ts';

type PlanOfMonth = Pick<SubscriptionRow, 'planId' | 'monthlyFee'>;

/**
 * How long a subscription was paused between the ends of a month, in milliseconds: that time was
 * added to it.
 */
const restedMs = sql<number>`(select coalesce(sum(extract(epoch from ${subscriptionPauses.endsAt} - ${subscriptionPauses.startsAt}) * 1000), 0)::float8
  from ${subscriptionPauses} where ${subscriptionPauses.subscriptionId} = ${subscriptionPeriods.subscriptionId}
    and ${subscriptionPauses.startsAt} >= ${subscriptionPeriods.startsAt} and ${subscriptionPauses.startsAt} < ${subscriptionPeriods.endsAt})`;

/**
 * The last paid month of a subscription, of those that have begun by `begunBy`, with the name of its plan;
 * refunded ones do not count.
 */
export async function findLastPeriod(queryable: Queryable, subscriptionId: string, begunBy?: Date) {
  const [row] = await queryable
    .select({
      periodNumber: subscriptionPeriods.periodNumber,
      startsAt: subscriptionPeriods.startsAt,
      endsAt: subscriptionPeriods.endsAt,
      monthlyFee: subscriptionPeriods.monthlyFee,
      planName: servicePlans.name,
      restedMs,
    })
    .from(subscriptionPeriods)
    .innerJoin(servicePlans, eq(servicePlans.id, subscriptionPeriods.planId))
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        isNull(subscriptionPeriods.revokedAt),
        begunBy && lte(subscriptionPeriods.startsAt, begunBy),
      ),
    )
    .orderBy(desc(subscriptionPeriods.periodNumber))
    .limit(1);
  return row ?? null;
}

/** Changes the plan of an active subscription, which the caller has locked, at once. */
export async function setActivePlan(tx: Transaction, id: string, plan: PlanOfMonth, now: Date): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({
      ...plan,
      scheduledPlanId: sql`nullif(${userSubscriptions.scheduledPlanId}, ${plan.planId})`,
      nextStepAt: now,
      updatedAt: now,
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

const WENT_BACK = ['refunded', 'disputed'] as const;

type Upgrade = typeof planUpgrades.$inferSelect;
type Month = Pick<Upgrade, 'subscriptionId' | 'periodNumber'>;

const ofMonth = ({ subscriptionId, periodNumber }: Month) =>
  and(eq(subscriptionPeriods.subscriptionId, subscriptionId), eq(subscriptionPeriods.periodNumber, periodNumber));

/** The upgrade that a payment bought; null when it bought none. */
export async function findUpgradeOf(queryable: Queryable, paymentId: string): Promise<Upgrade | null> {
  const [row] = await queryable.select().from(planUpgrades).where(eq(planUpgrades.paymentId, paymentId));
  return row ?? null;
}

export async function lockPeriod(tx: Transaction, month: Month) {
  const [row] = await tx.select().from(subscriptionPeriods).where(ofMonth(month)).for('update');
  return row ?? null;
}

/** Whether a later month of the subscription has begun. */
export async function hasBegunAfter(queryable: Queryable, { subscriptionId, periodNumber }: Month): Promise<boolean> {
  const later = await queryable
    .select({ id: subscriptionPeriods.id })
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        gt(subscriptionPeriods.periodNumber, periodNumber),
        isNull(subscriptionPeriods.revokedAt),
        subscriptionPeriods.hasStarted,
      ),
    )
    .limit(1);
  return later.length > 0;
}

/**
 * The plan and fee of a month by the payments that were not refunded: of its last upgrade, or as it
 * was bought.
 */
export async function findStandingPlan(queryable: Queryable, month: Month): Promise<PlanOfMonth | null> {
  const bought = {
    planId: sql<string>`${payments.planId}`,
    monthlyFee: sql`((${payments.quote} ->> 'monthlyFeeKobo')::numeric / 100)::numeric(15,2)`.mapWith(payments.amount),
  };
  const [upgrade] = await queryable
    .select(bought)
    .from(planUpgrades)
    .innerJoin(payments, eq(payments.id, planUpgrades.paymentId))
    .where(
      and(
        eq(planUpgrades.subscriptionId, month.subscriptionId),
        eq(planUpgrades.periodNumber, month.periodNumber),
        notInArray(payments.status, [...WENT_BACK]),
      ),
    )
    .orderBy(desc(planUpgrades.upgradedAt))
    .limit(1);
  if (upgrade) return upgrade;
  const [first] = await queryable
    .select(bought)
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, subscriptionPeriods.paymentId))
    .where(ofMonth(month));
  return first ?? null;
}

const laterUpgrades = alias(planUpgrades, 'later_upgrades');

/**
 * Whether a later upgrade of the same month, which is not over or refunded, started from the plan
 * that this payment bought.
 */
export async function isUnderUpgrade(
  queryable: Queryable,
  { paymentId, now }: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  const found = await queryable
    .select({ paymentId: laterUpgrades.paymentId })
    .from(planUpgrades)
    .innerJoin(
      laterUpgrades,
      and(
        eq(laterUpgrades.subscriptionId, planUpgrades.subscriptionId),
        eq(laterUpgrades.periodNumber, planUpgrades.periodNumber),
        gt(laterUpgrades.upgradedAt, planUpgrades.upgradedAt),
      ),
    )
    .innerJoin(payments, and(eq(payments.id, laterUpgrades.paymentId), notInArray(payments.status, [...WENT_BACK])))
    .innerJoin(
      subscriptionPeriods,
      and(
        eq(subscriptionPeriods.subscriptionId, planUpgrades.subscriptionId),
        eq(subscriptionPeriods.periodNumber, planUpgrades.periodNumber),
        isNull(subscriptionPeriods.revokedAt),
        gt(subscriptionPeriods.endsAt, now),
      ),
    )
    .where(eq(planUpgrades.paymentId, paymentId))
    .limit(1);
  return found.length > 0;
}
