import { and, asc, eq, gt, gte, inArray, isNull, lte, not, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { companyBilling } from '../../platform/database/schema/billing/company.ts';
import { creditBalances } from '../../platform/database/schema/billing/ledger.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import {
  isBeingRefunded,
  upcomingAddons,
  upcomingPlanId,
  upcomingPrice,
  upcomingVatRate,
} from '../pricing/upcoming-month.repository.ts';

/** The credit that charges of other lines of the account, which are not decided yet, are to use. */
const pledgedElsewhere = sql`(select coalesce(sum(${payments.creditUsed}), 0) from ${payments}
  where ${payments.userId} = ${lines.accountId} and ${payments.subscriptionId} <> ${userSubscriptions.id}
    and ${payments.chargeAttempt} is not null and ${payments.status} in ('initialized', 'pending', 'review'))`;

/**
 * Up to `limit` subscriptions that are due for a check, locked until the transaction ends; those
 * locked by others are skipped.
 */
export async function claimDueSubscriptions(tx: Transaction, now: Date, limit: number) {
  const held = await tx
    .select()
    .from(userSubscriptions)
    .where(lte(userSubscriptions.nextStepAt, now))
    .orderBy(asc(userSubscriptions.nextStepAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (held.length === 0) return [];
  const facts = await tx
    .select({
      id: userSubscriptions.id,
      planId: servicePlans.id,
      planName: servicePlans.name,
      priceKobo: upcomingPrice,
      issuedVatRate: upcomingVatRate,
      addons: upcomingAddons,
      accountId: lines.accountId,
      isDisabled: users.disabled,
      isBeingRefunded,
      isCompany: sql<boolean>`${companyBilling.accountId} is not null`,
      credit: sql`greatest(0, coalesce(${creditBalances.balance}, 0) - ${pledgedElsewhere})`.mapWith(
        creditBalances.balance,
      ),
    })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .innerJoin(servicePlans, eq(servicePlans.id, upcomingPlanId))
    .leftJoin(creditBalances, eq(creditBalances.userId, lines.accountId))
    .leftJoin(companyBilling, eq(companyBilling.accountId, lines.accountId))
    .where(
      inArray(
        userSubscriptions.id,
        held.map(({ id }) => id),
      ),
    );
  const byId = new Map(
    facts.map(({ id, credit, planId, planName: name, priceKobo, issuedVatRate, addons, ...held }) => [
      id,
      { upcoming: { id: planId, name, priceKobo, issuedVatRate, addons }, creditKobo: credit, ...held },
    ]),
  );
  return held.flatMap((subscription) => {
    const fact = byId.get(subscription.id);
    return fact ? [{ subscription, ...fact }] : [];
  });
}

export type DueSubscription = Awaited<ReturnType<typeof claimDueSubscriptions>>[number];

type Move = Partial<
  Pick<
    typeof userSubscriptions.$inferInsert,
    'status' | 'pausedUntil' | 'cancelledAt' | 'scheduledPlanId' | 'nextRenewal' | 'anchorDay' | 'nextStepAt'
  >
>;

/** Changes the status of subscriptions that the caller has locked. */
export async function moveSubscriptions(
  tx: Transaction,
  ids: readonly string[],
  move: Move,
  updatedAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(userSubscriptions)
    .set({ ...move, updatedAt })
    .where(inArray(userSubscriptions.id, [...ids]));
}

/**
 * Sets when each of these subscriptions, which the caller has locked, is checked next, and the
 * start of its grace period.
 */
export async function setNextSteps(
  tx: Transaction,
  steps: readonly { readonly id: string; readonly nextStepAt: Date | null; readonly graceSince: Date | null }[],
): Promise<void> {
  const ids = steps.map(({ id }) => id);
  const moments = steps.map(({ nextStepAt }) => nextStepAt?.toISOString() ?? null);
  const graces = steps.map(({ graceSince }) => graceSince?.toISOString() ?? null);
  await tx.execute(sql`update ${userSubscriptions} set next_step_at = step.at, grace_since = step.grace
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(moments)}::timestamptz[], ${sql.param(graces)}::timestamptz[]) as step (id, at, grace)
    where ${userSubscriptions.id} = step.id`);
}

const wakes = (now: Date, soon: Date) =>
  and(
    eq(userSubscriptions.status, 'active'),
    lte(userSubscriptions.nextRenewal, now),
    gt(userSubscriptions.nextStepAt, soon),
  );

/**
 * Unpaid subscriptions whose customers' credit reaches the catalogue's price of the upcoming month,
 * and its plan; VAT may come on top. Without those that are checked before `soon` anyway, or whose
 * credit must not be spent automatically.
 */
export async function listUnpaidWithCredit(database: Database, now: Date, soon: Date) {
  return database
    .select({
      id: userSubscriptions.id,
      name: servicePlans.name,
      priceKobo: upcomingPrice,
      issuedVatRate: upcomingVatRate,
      addons: upcomingAddons,
      creditKobo: creditBalances.balance,
    })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(creditBalances, eq(creditBalances.userId, lines.accountId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .innerJoin(servicePlans, eq(servicePlans.id, upcomingPlanId))
    .leftJoin(companyBilling, eq(companyBilling.accountId, lines.accountId))
    .where(
      and(
        wakes(now, soon),
        gte(creditBalances.balance, upcomingPrice),
        not(users.disabled),
        not(isBeingRefunded),
        isNull(companyBilling.accountId),
      ),
    );
}

/** Schedules these subscriptions for a check now, except locked ones. */
export async function wakeSubscriptions(
  database: Database,
  ids: readonly string[],
  now: Date,
  soon: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const free = database
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(and(inArray(userSubscriptions.id, [...ids]), wakes(now, soon)))
    .for('update', { skipLocked: true });
  await database.update(userSubscriptions).set({ nextStepAt: now }).where(inArray(userSubscriptions.id, free));
}

/**
 * Schedules a subscription for a check soon, because something that its renewal depends on has
 * changed.
 */
export async function wakeSubscription(queryable: Queryable, id: string, now: Date): Promise<void> {
  await queryable.update(userSubscriptions).set({ nextStepAt: now }).where(eq(userSubscriptions.id, id));
}

/** Records, once, or with null withdraws that a subscription ends with its paid time. */
export async function requestCancellation(
  tx: Transaction,
  id: string,
  request: { readonly at: Date; readonly reason: string } | null,
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set(
      request
        ? {
            cancelRequestedAt: sql`coalesce(${userSubscriptions.cancelRequestedAt}, ${request.at.toISOString()}::timestamptz)`,
            cancelReason: sql`coalesce(${userSubscriptions.cancelReason}, ${request.reason})`,
          }
        : { cancelRequestedAt: null, cancelReason: null },
    )
    .where(eq(userSubscriptions.id, id));
}
