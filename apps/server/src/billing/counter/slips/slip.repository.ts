import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { withholdingTaxes } from '../../../platform/database/schema/billing/company.ts';
import { counterPayments, depositSlips } from '../../../platform/database/schema/billing/counter.ts';

export type SlipRow = typeof depositSlips.$inferSelect;

export async function insertSlip(
  tx: Transaction,
  slip: Pick<SlipRow, 'uploaderId' | 'name' | 'mediaType' | 'sizeBytes'>,
): Promise<SlipRow> {
  const [row] = await tx.insert(depositSlips).values(slip).returning();
  if (!row) throw new Error('the slip was not written');
  return row;
}

export async function findSlip(queryable: Queryable, id: string): Promise<SlipRow | null> {
  const [row] = await queryable.select().from(depositSlips).where(eq(depositSlips.id, id));
  return row ?? null;
}

/** The bytes of the slips that a member of staff uploaded within a day. */
export async function sumRecentSlips(tx: Transaction, uploaderId: number): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${depositSlips.sizeBytes}), 0)` })
    .from(depositSlips)
    .where(and(eq(depositSlips.uploaderId, uploaderId), sql`${depositSlips.createdAt} > now() - interval '1 day'`));
  return Number(row?.bytes ?? 0);
}

const isUnused = (queryable: Queryable) =>
  and(
    notExists(
      queryable.select({ one: sql`1` }).from(counterPayments).where(eq(counterPayments.slipId, depositSlips.id)),
    ),
    notExists(
      queryable.select({ one: sql`1` }).from(withholdingTaxes).where(eq(withholdingTaxes.slipId, depositSlips.id)),
    ),
  );

/** Slips that neither a payment nor withheld tax has named for more than a day, `limit` at most. */
export async function listForgottenSlips(queryable: Queryable, limit: number): Promise<string[]> {
  const rows = await queryable
    .select({ id: depositSlips.id })
    .from(depositSlips)
    .where(and(lt(depositSlips.createdAt, sql`now() - interval '25 hours'`), isUnused(queryable)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Deletes the row of a slip that nothing names. */
export async function deleteUnusedSlip(queryable: Queryable, id: string): Promise<void> {
  await queryable.delete(depositSlips).where(and(eq(depositSlips.id, id), isUnused(queryable)));
}
