import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { bulkActionRows, bulkActions } from '../../platform/database/schema/console/bulk-action.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';

export type BulkRow = typeof bulkActions.$inferSelect;
export type Outcome = (typeof bulkActionRows.$inferSelect)['outcome'];

/** The id of the new action; null when there is one with it. */
export async function insertBulkAction(tx: Transaction, row: typeof bulkActions.$inferInsert): Promise<string | null> {
  const [written] = await tx.insert(bulkActions).values(row).onConflictDoNothing().returning({ id: bulkActions.id });
  return written?.id ?? null;
}

/** A customer, what has become of them, and why if it is nothing. */
export type Result = { readonly userId: number; readonly outcome: Outcome; readonly reason: string | null };

const unnested = (results: readonly Result[]) =>
  sql`unnest(${sql.param(results.map(({ userId }) => userId))}::int[], ${sql.param(results.map(({ outcome }) => outcome))}::text[],
    ${sql.param(results.map(({ reason }) => reason))}::text[]) as r (user_id, outcome, reason)`;

/** The customers of a new action, in one statement. */
export async function insertRows(tx: Transaction, id: string, rows: readonly Result[], now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(
    sql`insert into ${bulkActionRows} ("bulk_action_id", "user_id", "outcome", "reason", "created_at", "changed_at")
      select ${id}::uuid, r.user_id, r.outcome, r.reason, ${at}::timestamptz, case when r.outcome <> 'waiting' then ${at}::timestamptz end
      from ${unnested(rows)}`,
  );
}

export async function findBulkAction(queryable: Queryable, id: string): Promise<BulkRow | null> {
  const [row] = await queryable.select().from(bulkActions).where(eq(bulkActions.id, id));
  return row ?? null;
}

const requester = alias(users, 'requester');
const decider = alias(users, 'decider');
const canceller = alias(users, 'canceller');

export type NamedBulkAction = Awaited<ReturnType<typeof listBulkActionRows>>[number];

/** With the names of the people, newest first: one, or those before the action `before`. */
export async function listBulkActionRows(
  queryable: Queryable,
  page: { readonly id?: string; readonly before?: string | undefined; readonly limit: number },
) {
  const older =
    page.before === undefined
      ? undefined
      : sql`(${bulkActions.createdAt}, ${bulkActions.id}) < (select b.created_at, b.id from ${bulkActions} b where b.id = ${page.before})`;
  return queryable
    .select({
      bulkAction: bulkActions,
      requesterName: personName(requester),
      deciderName: personName(decider),
      cancellerName: personName(canceller),
    })
    .from(bulkActions)
    .innerJoin(requester, eq(requester.id, bulkActions.requestedBy))
    .leftJoin(decider, eq(decider.id, bulkActions.decidedBy))
    .leftJoin(canceller, eq(canceller.id, bulkActions.cancelledBy))
    .where(and(page.id === undefined ? undefined : eq(bulkActions.id, page.id), older))
    .orderBy(desc(bulkActions.createdAt), desc(bulkActions.id))
    .limit(page.limit);
}

/** How many rows have each outcome and reason, most first. */
export async function countReasons(queryable: Queryable, id: string) {
  const { outcome, reason } = bulkActionRows;
  return queryable
    .select({ outcome, reason: sql<string>`coalesce(${reason}, '')`, count: count() })
    .from(bulkActionRows)
    .where(and(eq(bulkActionRows.bulkActionId, id), inArray(outcome, ['skipped', 'failed'])))
    .groupBy(outcome, reason)
    .orderBy(desc(count()), asc(reason));
}

/**
 * Why it was not done to the customer of a row or, where a text was queued for them, what has become of
 * it as long as the outbox knows.
 */
export const rowReason = sql<string | null>`coalesce(${bulkActionRows.reason}, (
  select case when ${outboxMessages.sentAt} is not null then 'Taken by the SMS provider'
    when ${outboxMessages.givenUpAt} is not null then left('Not sent: ' || coalesce(${outboxMessages.lastError}, 'out of date'), 200)
    else 'Waits to be sent' end
  from ${outboxMessages} where ${outboxMessages.messageKey} =
    'bulk:' || ${bulkActionRows.bulkActionId} || ':' || ${bulkActionRows.userId} || ':sms'))`;

/** The rows with their customers, by id, those after the customer `after`. */
export async function listResultRows(
  queryable: Queryable,
  id: string,
  page: { readonly outcome?: Outcome | undefined; readonly after: number; readonly limit: number },
) {
  const { userId, outcome, changedAt } = bulkActionRows;
  return queryable
    .select({ userId, outcome, reason: rowReason, changedAt, name: personName(users), email: users.email })
    .from(bulkActionRows)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(bulkActionRows.bulkActionId, id), gt(userId, page.after), page.outcome && eq(outcome, page.outcome)))
    .orderBy(asc(userId))
    .limit(page.limit);
}

/**
 * Claims the oldest running action but those; no other worker claims it until the transaction ends.
 */
export async function claimRunning(tx: Transaction, but: SQL | undefined): Promise<BulkRow | null> {
  const [row] = await tx
    .select()
    .from(bulkActions)
    .where(and(eq(bulkActions.state, 'running'), but))
    .orderBy(asc(bulkActions.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** The next customers who wait, by id. */
export async function listWaiting(tx: Transaction, id: string, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ userId: bulkActionRows.userId })
    .from(bulkActionRows)
    .where(and(eq(bulkActionRows.bulkActionId, id), eq(bulkActionRows.outcome, 'waiting')))
    .orderBy(asc(bulkActionRows.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Stores what became of customers who waited. */
export async function saveResults(tx: Transaction, id: string, results: readonly Result[], now: Date): Promise<void> {
  await tx.execute(
    sql`update ${bulkActionRows} set "outcome" = r.outcome, "reason" = left(r.reason, 200), "changed_at" = ${now.toISOString()}
      from ${unnested(results)}
      where ${bulkActionRows.bulkActionId} = ${id} and ${bulkActionRows.userId} = r.user_id and ${bulkActionRows.outcome} = 'waiting'`,
  );
}

/** Changes an action that the caller has claimed. */
export async function changeBulkAction(tx: Transaction, id: string, change: Partial<BulkRow>): Promise<void> {
  await tx.update(bulkActions).set(change).where(eq(bulkActions.id, id));
}

/** Moves an action from one of these states; null for whoever comes second. */
export async function moveBulkAction(
  tx: Transaction,
  id: string,
  { from, to }: { readonly from: readonly BulkRow['state'][]; readonly to: Partial<BulkRow> },
): Promise<BulkRow | null> {
  const [row] = await tx
    .update(bulkActions)
    .set(to)
    .where(and(eq(bulkActions.id, id), inArray(bulkActions.state, [...from])))
    .returning();
  return row ?? null;
}
