import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { subscriptionAddons } from '../../platform/database/schema/billing/addon.ts';
import { chargeProducts } from '../../platform/database/schema/billing/charge.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

export type AddonRow = typeof subscriptionAddons.$inferSelect;

/** What a line can have month by month beside its plan. */
export type AddonKind = NonNullable<typeof chargeProducts.$inferSelect.monthlyFor>;

/** The product that is charged for it; null while the operator does not offer it. */
export async function findMonthlyProduct(queryable: Queryable, kind: AddonKind) {
  const [row] = await queryable
    .select()
    .from(chargeProducts)
    .where(and(eq(chargeProducts.monthlyFor, kind), eq(chargeProducts.isActive, true)));
  return row ?? null;
}

/** What the operator offers month by month. */
export async function listMonthlyProducts(queryable: Queryable) {
  return queryable
    .select()
    .from(chargeProducts)
    .where(and(isNotNull(chargeProducts.monthlyFor), eq(chargeProducts.isActive, true)));
}

export async function insertAddon(tx: Transaction, values: typeof subscriptionAddons.$inferInsert): Promise<AddonRow> {
  const [row] = await tx.insert(subscriptionAddons).values(values).returning();
  if (!row) throw new Error('the add-on was not written');
  return row;
}

/** An add-on, held until the transaction ends. The caller has locked its subscription. */
export async function lockAddon(tx: Transaction, id: string): Promise<AddonRow | null> {
  const [row] = await tx.select().from(subscriptionAddons).where(eq(subscriptionAddons.id, id)).for('update');
  return row ?? null;
}

/** Without the lock: only to find the subscription that is locked first. */
export async function findSubscriptionOfAddon(queryable: Queryable, id: string): Promise<string | null> {
  const [row] = await queryable
    .select({ id: subscriptionAddons.subscriptionId })
    .from(subscriptionAddons)
    .where(eq(subscriptionAddons.id, id));
  return row?.id ?? null;
}

export async function updateAddon(
  tx: Transaction,
  id: string,
  values: Partial<Pick<AddonRow, 'chargedThrough' | 'lastPeriod' | 'endedAt'>>,
): Promise<void> {
  await tx.update(subscriptionAddons).set(values).where(eq(subscriptionAddons.id, id));
}

type PaidMonth = {
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly addonIds: readonly string[];
};

/** Whether a month that is paid for has the price of an add-on that has ended meanwhile. */
export async function hasEndedAddon(tx: Transaction, { subscriptionId, addonIds }: PaidMonth): Promise<boolean> {
  if (addonIds.length === 0) return false;
  const ended = await tx
    .select({ id: subscriptionAddons.id })
    .from(subscriptionAddons)
    .where(
      and(
        inArray(subscriptionAddons.id, [...addonIds]),
        or(isNotNull(subscriptionAddons.endedAt), ne(subscriptionAddons.subscriptionId, subscriptionId)),
      ),
    )
    .limit(1);
  return ended.length > 0;
}

/** These add-ons are paid for until the end of a month; one that was to end before it ends with it. */
export async function markAddonsPaid(
  tx: Transaction,
  { subscriptionId, periodNumber, addonIds }: PaidMonth,
): Promise<void> {
  if (addonIds.length === 0) return;
  await tx
    .update(subscriptionAddons)
    .set({
      chargedThrough: periodNumber,
      lastPeriod: sql`case when ${subscriptionAddons.lastPeriod} is null then null else ${periodNumber}::int end`,
    })
    .where(
      and(
        inArray(subscriptionAddons.id, [...addonIds]),
        eq(subscriptionAddons.subscriptionId, subscriptionId),
        isNull(subscriptionAddons.endedAt),
      ),
    );
}

/** The number of the last month of a subscription that has begun, refunded or not; 0 before the first. */
export async function findBegunPeriod(queryable: Queryable, subscriptionId: string, now: Date): Promise<number> {
  const [row] = await queryable
    .select({ last: sql<number>`coalesce(max(${subscriptionPeriods.periodNumber}), 0)` })
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        sql`${subscriptionPeriods.startsAt} <= ${now.toISOString()}::timestamptz`,
      ),
    );
  return row?.last ?? 0;
}

/** The months after one that are paid for and not refunded, in their order. */
export async function listPaidPeriodsAfter(queryable: Queryable, subscriptionId: string, after: number) {
  return queryable
    .select({ periodNumber: subscriptionPeriods.periodNumber, endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        sql`${subscriptionPeriods.periodNumber} > ${after}`,
        isNull(subscriptionPeriods.revokedAt),
      ),
    )
    .orderBy(subscriptionPeriods.periodNumber);
}

/** The last month of an add-on has time left. */
const hasTimeLeft = (now: Date) => sql`exists (select 1 from ${subscriptionPeriods}
  where ${subscriptionPeriods.subscriptionId} = ${subscriptionAddons.subscriptionId}
    and ${subscriptionPeriods.periodNumber} = ${subscriptionAddons.lastPeriod}
    and ${subscriptionPeriods.revokedAt} is null and ${subscriptionPeriods.endsAt} > ${now.toISOString()}::timestamptz)`;

const isOver = (now: Date) =>
  and(
    isNull(subscriptionAddons.endedAt),
    or(
      eq(userSubscriptions.status, 'cancelled'),
      and(isNotNull(subscriptionAddons.lastPeriod), sql`not ${hasTimeLeft(now)}`),
    ),
  );

/** Add-ons whose last month is over, or whose subscription has ended. */
export async function listOverAddons(queryable: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await queryable
    .select({ id: subscriptionAddons.id })
    .from(subscriptionAddons)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionAddons.subscriptionId))
    .where(isOver(now))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Whether an add-on, whose subscription the caller has locked, is over. */
export async function isAddonOver(queryable: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await queryable
    .select({ id: subscriptionAddons.id })
    .from(subscriptionAddons)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionAddons.subscriptionId))
    .where(and(eq(subscriptionAddons.id, id), isOver(now)));
  return rows.length > 0;
}

/** Add-ons that go on and whose line has paid months that they were not charged for. */
export async function listUnchargedAddons(queryable: Queryable, limit: number): Promise<string[]> {
  const rows = await queryable
    .select({ id: subscriptionAddons.id })
    .from(subscriptionAddons)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, subscriptionAddons.subscriptionId))
    .where(
      and(
        isNull(subscriptionAddons.endedAt),
        isNull(subscriptionAddons.lastPeriod),
        ne(userSubscriptions.status, 'cancelled'),
        lt(subscriptionAddons.chargedThrough, userSubscriptions.paidPeriods),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The account of a subscription's line. */
export async function findAccountOf(queryable: Queryable, subscriptionId: string): Promise<number> {
  const [row] = await queryable
    .select({ accountId: lines.accountId })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(eq(userSubscriptions.id, subscriptionId));
  if (!row) throw new Error(`no subscription ${subscriptionId}`);
  return row.accountId;
}

/** Add-ons go along with a line to its new owner, whose months are numbered anew from `before` on. */
export async function moveAddons(tx: Transaction, from: string, to: string, before: number): Promise<void> {
  await tx
    .update(subscriptionAddons)
    .set({
      subscriptionId: to,
      chargedThrough: sql`greatest(0, ${subscriptionAddons.chargedThrough} - ${before}::int)`,
      lastPeriod: sql`case when ${subscriptionAddons.lastPeriod} is null then null else greatest(0, ${subscriptionAddons.lastPeriod} - ${before}::int) end`,
    })
    .where(and(eq(subscriptionAddons.subscriptionId, from), isNull(subscriptionAddons.endedAt)));
}
