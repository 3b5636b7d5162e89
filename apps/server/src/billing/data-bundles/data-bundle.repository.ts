import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { dataBundles } from '../../platform/database/schema/billing/data-bundle.ts';
import { dataBundlePurchases } from '../../platform/database/schema/billing/data-bundle-purchase.ts';

export type BundleRow = typeof dataBundles.$inferSelect;
type BundleValues = Pick<BundleRow, 'name' | 'gigabytes' | 'price'>;

/** Bundles on sale, the smallest first. */
export async function listOffered(queryable: Queryable): Promise<BundleRow[]> {
  return queryable
    .select()
    .from(dataBundles)
    .where(eq(dataBundles.isActive, true))
    .orderBy(asc(dataBundles.gigabytes), asc(dataBundles.price));
}

/** Null also for an invalid id. */
export async function findBundle(queryable: Queryable, id: string): Promise<BundleRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable.select().from(dataBundles).where(eq(dataBundles.id, id));
  return row ?? null;
}

/**
 * All of them, each with how many were bought for a month and not refunded; one when `id` is given.
 */
export async function listWithSales(queryable: Queryable, period: string, id?: string) {
  const sold = sql<number>`(select count(*)::int from ${dataBundlePurchases} b join payments p on p.id = b.payment_id
    where p.bundle_id = ${dataBundles}.id and b.period = ${period} and b.ended_at is null)`;
  return queryable
    .select({ bundle: dataBundles, sold })
    .from(dataBundles)
    .where(id === undefined ? undefined : eq(dataBundles.id, id))
    .orderBy(asc(dataBundles.gigabytes), asc(dataBundles.price));
}

/** Throws PostgreSQL's unique violation when the name is taken. */
export async function insertBundle(tx: Transaction, values: BundleValues): Promise<BundleRow> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${dataBundles})`;
  const [row] = await tx
    .insert(dataBundles)
    .values({ ...values, position })
    .returning();
  if (!row) throw new Error('the data bundle was not written');
  return row;
}

/** Throws PostgreSQL's unique violation when the name is taken. */
export async function updateBundle(
  tx: Transaction,
  id: string,
  change: Partial<Pick<BundleRow, 'name' | 'price' | 'isActive'>>,
): Promise<BundleRow | null> {
  const [row] = await tx.update(dataBundles).set(change).where(eq(dataBundles.id, id)).returning();
  return row ?? null;
}

/** Once per payment: a second one violates the primary key. */
export async function insertBought(tx: Transaction, bought: typeof dataBundlePurchases.$inferInsert): Promise<void> {
  await tx.insert(dataBundlePurchases).values(bought);
}

export async function findBought(queryable: Queryable, paymentId: string) {
  const [row] = await queryable.select().from(dataBundlePurchases).where(eq(dataBundlePurchases.paymentId, paymentId));
  return row ?? null;
}

/** True for the one caller that ended it. */
export async function endBought(tx: Transaction, paymentId: string, endedAt: Date): Promise<boolean> {
  const ended = await tx
    .update(dataBundlePurchases)
    .set({ endedAt })
    .where(and(eq(dataBundlePurchases.paymentId, paymentId), isNull(dataBundlePurchases.endedAt)))
    .returning({ paymentId: dataBundlePurchases.paymentId });
  return ended.length === 1;
}
