import { and, asc, desc, eq, inArray, lte, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { ownerChangeLines, ownerChanges } from '../../platform/database/schema/billing/owner-change.ts';

export type OwnerChangeRow = typeof ownerChanges.$inferSelect;
export type OwnerChangeLineRow = typeof ownerChangeLines.$inferSelect;
type Ended = Exclude<OwnerChangeRow['status'], 'waiting'>;

export async function insertOwnerChange(
  tx: Transaction,
  values: typeof ownerChanges.$inferInsert,
): Promise<OwnerChangeRow> {
  const [row] = await tx.insert(ownerChanges).values(values).returning();
  if (!row) throw new Error('the change of owner was not written');
  return row;
}

/** How many of these lines were put on the offer: one that waits for another owner is not. */
export async function insertOfferedLines(
  tx: Transaction,
  changeId: string,
  lines: readonly { readonly id: number; readonly label: string }[],
): Promise<number> {
  const inserted = await tx
    .insert(ownerChangeLines)
    .values(lines.map(({ id: lineId, label }) => ({ changeId, lineId, label, isOpen: true })))
    .onConflictDoNothing()
    .returning({ lineId: ownerChangeLines.lineId });
  return inserted.length;
}

/** The change that a link is about, and whose link it is. */
export async function findByToken(queryable: Queryable, tokenHash: string) {
  const [row] = await queryable
    .select()
    .from(ownerChanges)
    .where(or(eq(ownerChanges.offerTokenHash, tokenHash), eq(ownerChanges.stopTokenHash, tokenHash)));
  if (!row) return null;
  return { change: row, side: row.offerTokenHash === tokenHash ? ('to' as const) : ('from' as const) };
}

export async function findOwnerChange(queryable: Queryable, id: string): Promise<OwnerChangeRow | null> {
  const [row] = await queryable.select().from(ownerChanges).where(eq(ownerChanges.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockOwnerChange(tx: Transaction, id: string): Promise<OwnerChangeRow | null> {
  const [row] = await tx.select().from(ownerChanges).where(eq(ownerChanges.id, id)).for('update');
  return row ?? null;
}

/** The lines of these changes, in the order of their ids. */
export async function listOfferedLines(queryable: Queryable, ids: readonly string[]): Promise<OwnerChangeLineRow[]> {
  if (ids.length === 0) return [];
  return queryable
    .select()
    .from(ownerChangeLines)
    .where(inArray(ownerChangeLines.changeId, [...ids]))
    .orderBy(asc(ownerChangeLines.lineId));
}

/** waiting → ended, once: null where it had ended. Its lines may be offered again. */
export async function endOwnerChange(
  tx: Transaction,
  id: string,
  ended: { readonly status: Ended; readonly now: Date; readonly decidedBy?: number; readonly toAccountId?: number },
): Promise<OwnerChangeRow | null> {
  const { now, ...values } = ended;
  const [row] = await tx
    .update(ownerChanges)
    .set({ ...values, recipient: null, decidedAt: now })
    .where(and(eq(ownerChanges.id, id), eq(ownerChanges.status, 'waiting')))
    .returning();
  if (!row) return null;
  await tx.update(ownerChangeLines).set({ isOpen: false }).where(eq(ownerChangeLines.changeId, id));
  return row;
}

/** What a line of an accepted offer became. */
export async function recordMoved(
  tx: Transaction,
  { changeId, lineId }: Pick<OwnerChangeLineRow, 'changeId' | 'lineId'>,
  moved: { readonly subscriptionId: string; readonly toLineId: number; readonly toSubscriptionId: string },
): Promise<void> {
  await tx
    .update(ownerChangeLines)
    .set(moved)
    .where(and(eq(ownerChangeLines.changeId, changeId), eq(ownerChangeLines.lineId, lineId)));
}

/** Those of one account, on both sides, newest first. */
export async function listOwnerChangesOf(
  queryable: Queryable,
  accountId: number,
  limit: number,
): Promise<OwnerChangeRow[]> {
  const of = (side: typeof ownerChanges.fromAccountId | typeof ownerChanges.toAccountId) =>
    queryable.select().from(ownerChanges).where(eq(side, accountId)).orderBy(desc(ownerChanges.createdAt)).limit(limit);
  const [left, came] = [await of(ownerChanges.fromAccountId), await of(ownerChanges.toAccountId)];
  return [...left, ...came]
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, limit);
}

/** Up to `limit` that wait although their links do not work any more, locked; those locked by others are skipped. */
export async function lockOverdue(tx: Transaction, now: Date, limit: number): Promise<OwnerChangeRow[]> {
  return tx
    .select()
    .from(ownerChanges)
    .where(and(eq(ownerChanges.status, 'waiting'), lte(ownerChanges.expiresAt, now)))
    .orderBy(asc(ownerChanges.expiresAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** The overdue one that a line still waits with; null where there is none. */
export async function findOpenOf(queryable: Queryable, lineIds: readonly number[]): Promise<OwnerChangeRow[]> {
  return (
    await queryable
      .selectDistinct({ change: ownerChanges })
      .from(ownerChangeLines)
      .innerJoin(ownerChanges, eq(ownerChanges.id, ownerChangeLines.changeId))
      .where(and(inArray(ownerChangeLines.lineId, [...lineIds]), ownerChangeLines.isOpen))
  ).map(({ change }) => change);
}
