import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { companyBilling } from '../../platform/database/schema/billing/company.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

export type SubscriptionRow = typeof userSubscriptions.$inferSelect;
type NewPeriod = Pick<
  typeof subscriptionPeriods.$inferInsert,
  'subscriptionId' | 'periodNumber' | 'planId' | 'monthlyFee' | 'paymentId' | 'startsAt' | 'endsAt' | 'hasStarted'
>;

const isOpen = ne(userSubscriptions.status, 'cancelled');

function selectView(database: Queryable) {
  return database
    .select({
      id: userSubscriptions.id,
      planId: userSubscriptions.planId,
      planName: servicePlans.name,
      status: userSubscriptions.status,
      startDate: userSubscriptions.startDate,
      nextRenewal: userSubscriptions.nextRenewal,
      graceSince: userSubscriptions.graceSince,
      promisedUntil: userSubscriptions.promisedUntil,
      monthlyFee: userSubscriptions.monthlyFee,
      scheduledPlanId: userSubscriptions.scheduledPlanId,
      autoPay: userSubscriptions.autoPay,
      pausedUntil: userSubscriptions.pausedUntil,
      cancelRequestedAt: userSubscriptions.cancelRequestedAt,
      cancelReason: userSubscriptions.cancelReason,
      isOnInvoice: sql<boolean>`exists (select 1 from ${lines} join ${companyBilling} on ${companyBilling.accountId} = ${lines.accountId} where ${lines.id} = ${userSubscriptions.lineId})`,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId));
}

export async function selectOpenSubscription(database: Queryable, lineId: number) {
  const [row] = await selectView(database)
    .where(and(eq(userSubscriptions.lineId, lineId), isOpen))
    .limit(1);
  return row ?? null;
}

/** The same, prepared once for the call that every screen makes. */
export function prepareSelectOpenSubscription(database: Database) {
  const query = selectView(database)
    .where(and(eq(userSubscriptions.lineId, sql.placeholder('lineId')), isOpen))
    .limit(1)
    .prepare('find_open_subscription');
  return async (lineId: number) => (await query.execute({ lineId }))[0] ?? null;
}

/** Subscriptions that are not cancelled, by plan. */
export async function countByPlan(queryable: Queryable) {
  return queryable
    .select({ planId: userSubscriptions.planId, subscribers: count() })
    .from(userSubscriptions)
    .where(isOpen)
    .groupBy(userSubscriptions.planId);
}

/** Creates a pending subscription unless the user has one that is not cancelled. */
export async function insertPendingSubscription(
  database: Queryable,
  subscription: Pick<
    typeof userSubscriptions.$inferInsert,
    'lineId' | 'planId' | 'monthlyFee' | 'nextRenewal' | 'anchorDay' | 'createdAt' | 'updatedAt'
  >,
): Promise<void> {
  await database
    .insert(userSubscriptions)
    .values({ ...subscription, status: 'pending', nextStepAt: null })
    .onConflictDoNothing();
}

/** Locks the user's open subscription until the transaction ends, which serialises its writers. */
export async function lockOpenSubscription(database: Queryable, lineId: number): Promise<SubscriptionRow | null> {
  const [row] = await database
    .select()
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.lineId, lineId), isOpen))
    .for('update');
  return row ?? null;
}

export async function lockSubscription(database: Queryable, id: string): Promise<SubscriptionRow | null> {
  const [row] = await database.select().from(userSubscriptions).where(eq(userSubscriptions.id, id)).for('update');
  return row ?? null;
}

/**
 * The plan of the last paid period, when that has not begun; else null. A refunded period is not
 * paid.
 */
export async function findPlanPaidAhead(database: Queryable, subscription: SubscriptionRow, now: Date) {
  const [period] = await database
    .select({ planId: subscriptionPeriods.planId })
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscription.id),
        gt(subscriptionPeriods.startsAt, now),
        isNull(subscriptionPeriods.revokedAt),
      ),
    )
    .orderBy(desc(subscriptionPeriods.periodNumber))
    .limit(1);
  return period?.planId ?? null;
}

/** Changes the plan of a subscription that still awaits its first payment. */
export async function setPendingPlan(
  database: Queryable,
  id: string,
  plan: Pick<SubscriptionRow, 'planId' | 'monthlyFee' | 'updatedAt'>,
): Promise<void> {
  await database
    .update(userSubscriptions)
    .set(plan)
    .where(and(eq(userSubscriptions.id, id), eq(userSubscriptions.status, 'pending')));
}

/** Schedules, or with null withdraws, the plan change of an active or suspended subscription. */
export async function setScheduledPlan(
  database: Queryable,
  id: string,
  scheduledPlanId: string | null,
  updatedAt: Date,
): Promise<void> {
  await database
    .update(userSubscriptions)
    .set({ scheduledPlanId, nextStepAt: updatedAt, updatedAt })
    .where(and(eq(userSubscriptions.id, id), inArray(userSubscriptions.status, ['active', 'suspended'])));
}

/**
 * Takes the step from `paidPeriods - 1` to `paidPeriods` once; false when it was taken before, or
 * the subscription is cancelled.
 */
export async function advanceSubscription(
  database: Queryable,
  id: string,
  next: Pick<
    SubscriptionRow,
    | 'planId'
    | 'scheduledPlanId'
    | 'startDate'
    | 'nextRenewal'
    | 'anchorDay'
    | 'monthlyFee'
    | 'paidPeriods'
    | 'updatedAt'
  >,
): Promise<boolean> {
  const advanced = await database
    .update(userSubscriptions)
    .set({
      ...next,
      // A paused subscription stays paused: time that is paid meanwhile follows afterwards.
      status: sql`case when ${userSubscriptions.pausedUntil} is null then 'active' else ${userSubscriptions.status} end`,
      nextStepAt: next.updatedAt,
      promisedUntil: null,
    })
    .where(and(eq(userSubscriptions.id, id), eq(userSubscriptions.paidPeriods, next.paidPeriods - 1), isOpen))
    .returning({ id: userSubscriptions.id });
  return advanced.length === 1;
}

export async function insertPeriod(database: Queryable, period: NewPeriod): Promise<void> {
  await insertPeriods(database, [period]);
}

export async function insertPeriods(database: Queryable, periods: readonly NewPeriod[]): Promise<void> {
  if (periods.length > 0) await database.insert(subscriptionPeriods).values([...periods]);
}

/**
 * Marks up to `limit` periods that were paid ahead and whose time has come as begun, and gives
 * their subscriptions the plan and fee of the period they are in; a change that is applied like
 * this is no longer scheduled. Returns the subscriptions that changed. Safe to run concurrently:
 * each period is processed once.
 */
export async function adoptPlansOfBegunPeriods(database: Queryable, now: Date, limit: number) {
  const due = database
    .select({ id: subscriptionPeriods.id })
    .from(subscriptionPeriods)
    .where(and(not(subscriptionPeriods.hasStarted), lte(subscriptionPeriods.startsAt, now)))
    .orderBy(asc(subscriptionPeriods.startsAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const begun = database.$with('begun').as(
    database
      .update(subscriptionPeriods)
      .set({ hasStarted: true })
      .where(inArray(subscriptionPeriods.id, due))
      .returning({
        subscriptionId: subscriptionPeriods.subscriptionId,
        periodNumber: subscriptionPeriods.periodNumber,
        planId: sql<string>`${subscriptionPeriods.planId}`.as('period_plan_id'),
        monthlyFee: sql`${subscriptionPeriods.monthlyFee}`.as('period_fee'),
        endsAt: subscriptionPeriods.endsAt,
      }),
  );
  const adopted = await database
    .with(begun)
    .update(userSubscriptions)
    .set({
      planId: sql`${begun.planId}`,
      monthlyFee: sql`${begun.monthlyFee}`,
      scheduledPlanId: sql`nullif(${userSubscriptions.scheduledPlanId}, ${begun.planId})`,
      updatedAt: now,
    })
    .from(begun)
    .where(
      and(
        eq(userSubscriptions.id, begun.subscriptionId),
        isOpen,
        ne(userSubscriptions.planId, begun.planId),
        gt(begun.endsAt, now),
      ),
    )
    .returning({
      id: userSubscriptions.id,
      lineId: userSubscriptions.lineId,
      accountId: sql<number>`(select l.account_id from ${lines} l where l.id = ${userSubscriptions}.user_id)`,
      planId: userSubscriptions.planId,
      periodNumber: sql<number>`${begun.periodNumber}`,
    });
  const plans = await findPlanNames(
    database,
    adopted.map(({ planId }) => planId),
  );
  return adopted.map((subscription) => ({ ...subscription, planName: plans.get(subscription.planId) ?? '' }));
}

async function findPlanNames(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const plans = await database
    .select({ id: servicePlans.id, name: servicePlans.name })
    .from(servicePlans)
    .where(inArray(servicePlans.id, [...new Set(ids)]));
  return new Map(plans.map(({ id, name }) => [id, name]));
}
