import { and, desc, eq, inArray, min, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { paymentPromises } from '../../platform/database/schema/billing/payment-promise.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type PromiseRow = typeof paymentPromises.$inferSelect;

const isRunning = eq(paymentPromises.state, 'running');

/** Null where there is one already: a running one, or the customer's own for the month. */
export async function insertPromise(
  tx: Transaction,
  values: typeof paymentPromises.$inferInsert,
): Promise<PromiseRow | null> {
  const [row] = await tx.insert(paymentPromises).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findRunningPromise(queryable: Queryable, subscriptionId: string): Promise<PromiseRow | null> {
  const [row] = await queryable
    .select()
    .from(paymentPromises)
    .where(and(eq(paymentPromises.subscriptionId, subscriptionId), isRunning));
  return row ?? null;
}

/** The end of the last promise of an account that was broken; null where it kept all. */
export async function findBrokenAt(queryable: Queryable, accountId: number): Promise<Date | null> {
  const [row] = await queryable
    .select({ endsAt: paymentPromises.endsAt })
    .from(paymentPromises)
    .where(and(eq(paymentPromises.userId, accountId), eq(paymentPromises.state, 'broken')))
    .orderBy(desc(paymentPromises.endsAt))
    .limit(1);
  return row?.endsAt ?? null;
}

/** The same of several accounts, without those that kept all. */
export async function listBrokenAt(
  queryable: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queryable
    .selectDistinctOn([paymentPromises.userId], { userId: paymentPromises.userId, endsAt: paymentPromises.endsAt })
    .from(paymentPromises)
    .where(and(inArray(paymentPromises.userId, [...accountIds]), eq(paymentPromises.state, 'broken')))
    .orderBy(paymentPromises.userId, desc(paymentPromises.endsAt));
  return new Map(rows.map(({ userId, endsAt }) => [userId, endsAt]));
}

/** How many promises there were for a month, and when the first was made. */
export async function findPromisesOfPeriod(
  queryable: Queryable,
  { subscriptionId, periodNumber }: { readonly subscriptionId: string; readonly periodNumber: number },
): Promise<{ readonly count: number; readonly firstMadeAt: Date | null }> {
  const [row] = await queryable
    .select({ count: sql<number>`count(*)::int`, firstMadeAt: min(paymentPromises.madeAt) })
    .from(paymentPromises)
    .where(and(eq(paymentPromises.subscriptionId, subscriptionId), eq(paymentPromises.periodNumber, periodNumber)));
  return row ?? { count: 0, firstMadeAt: null };
}

/**
 * running → kept by the payment of its month, or broken where the promised day was over before; in the
 * transaction of the payment.
 */
export async function keepPromise(
  tx: Transaction,
  subscriptionId: string,
  { periodNumber, now }: { readonly periodNumber: number; readonly now: Date },
): Promise<void> {
  await tx
    .update(paymentPromises)
    .set({
      state: sql`case when ${paymentPromises.endsAt} > ${now.toISOString()}::timestamptz then 'kept' else 'broken' end`,
      decidedAt: now,
    })
    .where(
      and(
        eq(paymentPromises.subscriptionId, subscriptionId),
        eq(paymentPromises.periodNumber, periodNumber),
        isRunning,
      ),
    );
}

/** Running promises whose day is over → broken; those whose subscriptions the caller has locked. */
export async function breakPromises(
  tx: Transaction,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<PromiseRow[]> {
  if (subscriptionIds.length === 0) return [];
  return tx
    .update(paymentPromises)
    .set({ state: 'broken', decidedAt: now })
    .where(and(inArray(paymentPromises.subscriptionId, [...subscriptionIds]), isRunning))
    .returning();
}

/**
 * running → withdrawn, and the subscriptions, which the caller has locked, stay on no longer by it.
 * Safe to repeat.
 */
export async function withdrawPromises(
  tx: Transaction,
  subscriptionIds: readonly string[],
  now: Date,
  reason: string | null = null,
): Promise<PromiseRow[]> {
  if (subscriptionIds.length === 0) return [];
  const withdrawn = await tx
    .update(paymentPromises)
    .set({ state: 'withdrawn', decidedAt: now, reason })
    .where(and(inArray(paymentPromises.subscriptionId, [...subscriptionIds]), isRunning))
    .returning();
  const ids = withdrawn.map(({ subscriptionId }) => subscriptionId);
  if (ids.length === 0) return [];
  await tx
    .update(userSubscriptions)
    .set({ promisedUntil: sql`least(${userSubscriptions.promisedUntil}, ${now.toISOString()}::timestamptz)` })
    .where(inArray(userSubscriptions.id, ids));
  return withdrawn;
}

/** A subscription, which the caller has locked, is on until the end of the promised day. */
export async function setPromisedUntil(
  tx: Transaction,
  subscriptionId: string,
  { promisedUntil, now }: { readonly promisedUntil: Date; readonly now: Date },
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ promisedUntil, status: 'active', nextStepAt: now, updatedAt: now })
    .where(eq(userSubscriptions.id, subscriptionId));
}

/**
 * For how many milliseconds the line of a suspended subscription was on by promises that were not kept,
 * since its paid time ended; zero while it is not suspended.
 */
export async function findPromisedMs(
  tx: Transaction,
  subscription: Pick<typeof userSubscriptions.$inferSelect, 'id' | 'status' | 'paidPeriods' | 'nextRenewal'>,
): Promise<number> {
  if (subscription.status !== 'suspended') return 0;
  const paidUntil = sql`${subscription.nextRenewal.toISOString()}::timestamptz`;
  const lasted = sql`least(${paymentPromises.endsAt}, ${paymentPromises.decidedAt}) - greatest(${paymentPromises.onFrom}, ${paidUntil})`;
  const [row] = await tx
    .select({
      ms: sql<number>`coalesce(sum(greatest(0, round(extract(epoch from ${lasted}) * 1000))), 0)::float8`,
    })
    .from(paymentPromises)
    .where(
      and(
        eq(paymentPromises.subscriptionId, subscription.id),
        eq(paymentPromises.periodNumber, subscription.paidPeriods + 1),
        inArray(paymentPromises.state, ['broken', 'withdrawn']),
      ),
    );
  return row?.ms ?? 0;
}

export type NamedPromise = Awaited<ReturnType<typeof listPromiseRows>>[number];

/** With the names of those of the staff who recorded them, newest first. */
export async function listPromiseRows(
  queryable: Queryable,
  filter: { readonly lineId: number; readonly limit: number } | { readonly id: string },
) {
  return queryable
    .select({ promise: paymentPromises, recordedBy: personName() })
    .from(paymentPromises)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, paymentPromises.subscriptionId))
    .leftJoin(users, eq(users.id, paymentPromises.staffId))
    .where('id' in filter ? eq(paymentPromises.id, filter.id) : eq(userSubscriptions.lineId, filter.lineId))
    .orderBy(desc(paymentPromises.madeAt))
    .limit('id' in filter ? 1 : filter.limit);
}

/** A running promise with its line, whose subscription is locked until the transaction ends; null without one. */
export async function lockRunningPromise(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ promise: paymentPromises, lineId: lines.id, accountId: lines.accountId })
    .from(paymentPromises)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, paymentPromises.subscriptionId))
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(paymentPromises.id, id), isRunning))
    .for('update', { of: userSubscriptions });
  return row ?? null;
}
