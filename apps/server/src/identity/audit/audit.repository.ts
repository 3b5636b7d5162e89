import { lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { auditRecords, customerViews } from '../../platform/database/schema/identity/audit.ts';

export type NewAuditRecord = Pick<
  typeof auditRecords.$inferInsert,
  'actorId' | 'actorKind' | 'actorProgram' | 'actorKeyId' | 'action' | 'subject' | 'before' | 'after'
>;

/** A trigger of the table rejects every later change. */
export async function insertAuditRecords(tx: Transaction, records: readonly NewAuditRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(auditRecords).values([...records]);
}

/** By the function of the migration: the portal's own account may not change the table. */
export async function redactAuditRecords(tx: Transaction, ids: readonly number[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select redact_audit_records(${sql.param([...ids])}::bigint[]) as count`,
  );
  return rows[0]?.count ?? 0;
}

const viewIsOver = sql`now() - interval '10 minutes'`;

/** True for the first view of this customer by this person in ten minutes, on whichever instance. */
export async function claimCustomerView(tx: Transaction, actorId: number, userId: number): Promise<boolean> {
  const claimed = await tx
    .insert(customerViews)
    .values({ actorId, userId, viewedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [customerViews.actorId, customerViews.userId],
      set: { viewedAt: sql`now()` },
      setWhere: sql`${customerViews.viewedAt} <= ${viewIsOver}`,
    })
    .returning({ actorId: customerViews.actorId });
  return claimed.length === 1;
}

/** Deletes what no longer keeps a view from being audited. */
export async function pruneCustomerViews(database: Queryable): Promise<void> {
  await database.delete(customerViews).where(lt(customerViews.viewedAt, viewIsOver));
}
