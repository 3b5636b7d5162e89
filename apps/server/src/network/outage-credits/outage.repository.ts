import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { networkIncidents } from '../../platform/database/schema/network/network-status.ts';
import {
  customerAreas,
  outageCreditLines as lines,
  outageCredits as outages,
} from '../../platform/database/schema/network/outage.ts';

export type Outage = typeof outages.$inferSelect;
export type OutageLine = typeof lines.$inferSelect;

/**
 * A customer in an unpaid grace period is recorded with no credit, for the month that may still be
 * paid, and does not appear on the list.
 */
export const isOnList = gt(lines.creditMs, 0);

/** Major incidents that are over and of which no list is made; the oldest first. */
export async function listUnlisted(queryable: Queryable, limit: number) {
  return queryable
    .select(getTableColumns(networkIncidents))
    .from(networkIncidents)
    .leftJoin(outages, eq(outages.incidentId, networkIncidents.id))
    .where(
      and(
        isNull(outages.incidentId),
        eq(networkIncidents.kind, 'incident'),
        eq(networkIncidents.severity, 'major'),
        isNotNull(networkIncidents.resolvedAt),
        sql`${networkIncidents.resolvedAt} - ${networkIncidents.startsAt} > interval '24 hours'`,
      ),
    )
    .orderBy(asc(networkIncidents.resolvedAt))
    .limit(limit);
}

/** Starts the list of an outage, once. */
export async function insertOutage(
  queryable: Queryable,
  outage: Pick<Outage, 'incidentId' | 'area' | 'startsAt' | 'endsAt' | 'applyAt' | 'createdAt'>,
): Promise<void> {
  await queryable.insert(outages).values(outage).onConflictDoNothing();
}

/**
 * Serialises making and withdrawing lists until the transaction ends: two outages must not credit
 * the same time, and only committed lists are visible.
 */
export async function queueUpForLists(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('outage-lists'))`);
}

/**
 * Claims an outage whose list is to be made; no other worker claims it until the transaction ends.
 */
export async function claimListing(tx: Transaction): Promise<Outage | null> {
  const [outage] = await tx
    .select()
    .from(outages)
    .where(eq(outages.state, 'listing'))
    .orderBy(asc(outages.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return outage ?? null;
}

/**
 * Claims an outage that is to be credited; no other worker claims it until the transaction ends.
 */
export async function claimApplying(tx: Transaction, now: Date): Promise<Outage | null> {
  const [outage] = await tx
    .select()
    .from(outages)
    .where(or(eq(outages.state, 'applying'), and(eq(outages.state, 'listed'), lte(outages.applyAt, now))))
    .orderBy(asc(outages.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return outage ?? null;
}

export async function lockOutage(tx: Transaction, incidentId: string): Promise<Outage | null> {
  const [outage] = await tx.select().from(outages).where(eq(outages.incidentId, incidentId)).for('update');
  return outage ?? null;
}

/** Changes an outage that the caller has claimed. */
export async function changeOutage(
  tx: Transaction,
  incidentId: string,
  change: Partial<Omit<Outage, 'incidentId'>>,
): Promise<void> {
  await tx.update(outages).set(change).where(eq(outages.incidentId, incidentId));
}

/** Deletes an outage with its list. */
export async function deleteOutage(tx: Transaction, incidentId: string): Promise<void> {
  await tx.delete(outages).where(eq(outages.incidentId, incidentId));
}

/** Deletes the undecided lines of a list; exclusions stay. */
export async function deleteWaitingLines(tx: Transaction, incidentId: string): Promise<void> {
  await tx.delete(lines).where(and(eq(lines.incidentId, incidentId), eq(lines.state, 'waiting')));
}

/**
 * Has the lists of outages that overlap a time made again, except one and those being credited;
 * exclusions stay.
 */
export async function relistOverlapping(
  tx: Transaction,
  time: Pick<Outage, 'incidentId' | 'startsAt' | 'endsAt'>,
): Promise<void> {
  const changed = await tx
    .update(outages)
    .set({ state: 'listing', listedUntil: null })
    .where(
      and(
        ne(outages.incidentId, time.incidentId),
        inArray(outages.state, ['listing', 'listed']),
        lt(outages.startsAt, time.endsAt),
        gt(outages.endsAt, time.startsAt),
      ),
    )
    .returning({ incidentId: outages.incidentId });
  for (const { incidentId } of changed) await deleteWaitingLines(tx, incidentId);
}

/**
 * The next lines of these areas, or with null of all, that may have lost time; in the order of
 * their ids, after `after`.
 */
export async function listLinesWithin(
  tx: Transaction,
  page: { readonly areas: readonly string[] | null; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { areas, after, limit } = page;
  const rows = await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .leftJoin(customerAreas, eq(customerAreas.lineId, userSubscriptions.lineId))
    .where(
      and(
        inArray(userSubscriptions.status, ['active', 'suspended']),
        after === null ? undefined : gt(userSubscriptions.id, after),
        areas === null ? undefined : inArray(customerAreas.area, [...areas]),
      ),
    )
    .orderBy(asc(userSubscriptions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The next lines to be credited. The caller has locked the outage. */
export async function listWaiting(tx: Transaction, incidentId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: lines.subscriptionId })
    .from(lines)
    .where(and(eq(lines.incidentId, incidentId), eq(lines.state, 'waiting')))
    .orderBy(asc(lines.subscriptionId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Changes one line of an outage that the caller has locked; false when it is not in that state. */
export async function moveLine(
  tx: Transaction,
  line: Pick<OutageLine, 'incidentId' | 'subscriptionId'>,
  from: OutageLine['state'],
  change: Partial<Omit<OutageLine, 'incidentId' | 'subscriptionId'>>,
): Promise<boolean> {
  const moved = await tx
    .update(lines)
    .set(change)
    .where(
      and(eq(lines.incidentId, line.incidentId), eq(lines.subscriptionId, line.subscriptionId), eq(lines.state, from)),
    )
    .returning({ lineId: lines.lineId });
  return moved.length === 1;
}

/** How many lines of each outage are in which state. */
export async function countLines(queryable: Queryable, incidentIds: readonly string[]) {
  if (incidentIds.length === 0) return [];
  return queryable
    .select({ incidentId: lines.incidentId, state: lines.state, count: count() })
    .from(lines)
    .where(and(inArray(lines.incidentId, [...incidentIds]), isOnList))
    .groupBy(lines.incidentId, lines.state);
}

/** How many active lines have no area. */
export async function countWithoutArea(queryable: Queryable): Promise<number> {
  const [row] = await queryable
    .select({ count: count() })
    .from(userSubscriptions)
    .leftJoin(customerAreas, eq(customerAreas.lineId, userSubscriptions.lineId))
    .where(and(eq(userSubscriptions.status, 'active'), isNull(customerAreas.lineId)));
  return row?.count ?? 0;
}

/** The latest outages with their incidents, or the given one. */
export async function listOutageRows(
  queryable: Queryable,
  page: { readonly id: string | null; readonly limit: number },
) {
  return queryable
    .select({ outage: outages, title: networkIncidents.title })
    .from(outages)
    .innerJoin(networkIncidents, eq(networkIncidents.id, outages.incidentId))
    .where(page.id === null ? undefined : eq(outages.incidentId, page.id))
    .orderBy(desc(outages.endsAt), desc(outages.incidentId))
    .limit(page.limit);
}

/** A line in an outage that can still be changed. */
export async function findOutageLine(tx: Transaction, incidentId: string, lineId: number): Promise<OutageLine | null> {
  const [line] = await tx
    .select()
    .from(lines)
    .where(and(eq(lines.incidentId, incidentId), eq(lines.lineId, lineId), ne(lines.state, 'ended'), isOnList));
  return line ?? null;
}
