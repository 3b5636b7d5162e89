import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { numberSeries, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import type { Series } from './invoice.policy.ts';

export type ReceiptRow = typeof receipts.$inferSelect;

/**
 * The first of the next `count` numbers of a series, from 1 in each year. The row stays locked
 * until the transaction ends, so a rollback returns them.
 */
export async function takeNumbers(
  tx: Transaction,
  wanted: { readonly series: Series; readonly year: number; readonly count: number },
): Promise<number> {
  const { series, year, count } = wanted;
  const [row] = await tx
    .insert(numberSeries)
    .values({ series, year, lastNumber: count })
    .onConflictDoUpdate({
      target: [numberSeries.series, numberSeries.year],
      set: { lastNumber: sql`${numberSeries.lastNumber} + ${count}` },
    })
    .returning({ lastNumber: numberSeries.lastNumber });
  if (!row) throw new Error(`no number in series ${series} ${year}`);
  return row.lastNumber - count + 1;
}

export async function insertReceipt(tx: Transaction, receipt: typeof receipts.$inferInsert): Promise<void> {
  await tx.insert(receipts).values(receipt);
}

/** A receipt with the facts of its payment; only the owner's is found, anybody's for `userId` null. */
export async function findReceiptRow(queryable: Queryable, userId: number | null, number: string) {
  const [row] = await queryable
    .select({ receipt: receipts, payment: payments })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(receipts.receiptNumber, number), userId === null ? undefined : eq(receipts.userId, userId)));
  return row ?? null;
}
