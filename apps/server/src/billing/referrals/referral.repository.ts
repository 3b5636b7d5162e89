import type { Kobo } from '@portal/kernel/money';
import { and, eq, exists, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoicedPeriods } from '../../platform/database/schema/billing/company.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { referrals } from '../../platform/database/schema/billing/referral.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** By the first of these codes that is anybody's; the code of an account that is a part of another is that one's. */
export async function findReferrerByCode(
  database: Queryable,
  codes: readonly string[],
): Promise<{ readonly id: number; readonly code: string } | null> {
  const found = await database
    .select({ id: sql<number>`coalesce(${accounts.mergedInto}, ${users.id})`, code: users.referralCode })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.id))
    .where(inArray(users.referralCode, [...codes]));
  return found.sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))[0] ?? null;
}

/** Null, without effect, when the friend was referred already. */
export async function insertReferral(
  database: Queryable,
  referral: Pick<typeof referrals.$inferInsert, 'referrerId' | 'refereeId' | 'referralCode' | 'createdAt'>,
): Promise<string | null> {
  const [row] = await database.insert(referrals).values(referral).onConflictDoNothing().returning({ id: referrals.id });
  return row?.id ?? null;
}

/** The referral of a friend who has not paid for any period of any line; null for all other customers. */
export async function findReferralBeforeFirstPeriod(database: Queryable, userId: number): Promise<string | null> {
  // Time may have come along with a line from its earlier owner, or gone along with one.
  const isOthers = sql`(exists (select from ${payments} y where y.id = ${subscriptionPeriods.paymentId} and y.user_id <> ${userId})
    or exists (select from ${invoicedPeriods} i where i.id = ${subscriptionPeriods.paymentId} and i.account_id <> ${userId}))`;
  const onOwnLine = database
    .select({ one: sql`1` })
    .from(subscriptionPeriods)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionPeriods.subscriptionId))
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(lines.accountId, userId), not(isOthers)));
  const paidByThem = database
    .select({ one: sql`1` })
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, subscriptionPeriods.paymentId))
    .where(eq(payments.userId, userId));
  const [found] = await database
    .select({ id: referrals.id })
    .from(referrals)
    .where(
      and(
        eq(referrals.refereeId, userId),
        eq(referrals.status, 'pending'),
        not(exists(onOwnLine)),
        not(exists(paidByThem)),
      ),
    );
  return found?.id ?? null;
}

export async function findPendingReferral(queryable: Queryable, refereeId: number) {
  const [row] = await queryable
    .select({ id: referrals.id, referrerId: referrals.referrerId })
    .from(referrals)
    .where(and(eq(referrals.refereeId, refereeId), eq(referrals.status, 'pending')));
  return row ?? null;
}

/** pending → completed or refused, once; false when it was not pending any more. */
export async function moveReferral(
  queryable: Queryable,
  id: string,
  change:
    | { readonly status: 'refused' }
    | { readonly status: 'completed'; readonly reward: Kobo; readonly completedAt: Date },
): Promise<boolean> {
  const moved = await queryable
    .update(referrals)
    .set(change)
    .where(and(eq(referrals.id, id), eq(referrals.status, 'pending')))
    .returning({ id: referrals.id });
  return moved.length === 1;
}

export async function findReferralById(queryable: Queryable, id: string) {
  const [row] = await queryable.select().from(referrals).where(eq(referrals.id, id));
  return row ?? null;
}

/**
 * Records, once, that staff consider the two different people; a refused referral is pending again.
 * False when they did so before, or it was rewarded.
 */
export async function markRewardApproved(queryable: Queryable, id: string, now: Date): Promise<boolean> {
  const approved = await queryable
    .update(referrals)
    .set({ status: 'pending', rewardApprovedAt: now })
    .where(
      and(eq(referrals.id, id), inArray(referrals.status, ['pending', 'refused']), isNull(referrals.rewardApprovedAt)),
    )
    .returning({ id: referrals.id });
  return approved.length === 1;
}

/** A customer's code with the number of friends who have not paid yet. */
export async function summariseReferrals(
  database: Queryable,
  userId: number,
): Promise<{ readonly code: string; readonly awaited: number }> {
  const [row] = await database
    .select({
      code: users.referralCode,
      awaited: sql<number>`(count(*) filter (where ${referrals.status} = 'pending'))::int`,
    })
    .from(users)
    .leftJoin(referrals, eq(referrals.referrerId, users.id))
    .where(eq(users.id, userId))
    .groupBy(users.id);
  if (!row) throw new Error(`no user ${userId}`);
  return row;
}
