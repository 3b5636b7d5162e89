import { lagosPeriod } from '@portal/kernel/calendar';
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { accountingPeriods } from '../../platform/database/schema/billing/accounting-period.ts';
import { ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type PeriodRow = typeof accountingPeriods.$inferSelect;

const requester = alias(users, 'requester');

function selectPeriods(queryable: Queryable) {
  return queryable
    .select({ period: accountingPeriods, closer: personName(), requester: personName(requester) })
    .from(accountingPeriods)
    .innerJoin(users, eq(users.id, accountingPeriods.closedBy))
    .leftJoin(requester, eq(requester.id, accountingPeriods.reopenRequestedBy));
}

export type NamedPeriod = Awaited<ReturnType<typeof listPeriods>>[number];

/** Months that were closed, the latest first. */
export async function listPeriods(queryable: Queryable, limit: number) {
  return selectPeriods(queryable).orderBy(desc(accountingPeriods.month)).limit(limit);
}

export async function findPeriod(queryable: Queryable, month: string): Promise<NamedPeriod | null> {
  const [row] = await selectPeriods(queryable).where(eq(accountingPeriods.month, month));
  return row ?? null;
}

/** The month of the first entry of the ledger; null where there is none. */
export async function findFirstMonth(queryable: Queryable): Promise<string | null> {
  const [row] = await queryable
    .select({ at: ledgerEntries.createdAt })
    .from(ledgerEntries)
    .orderBy(ledgerEntries.id)
    .limit(1);
  return row ? lagosPeriod(row.at) : null;
}

/**
 * Waits for the bookings that are under way and keeps others from beginning until the transaction ends, so
 * that each has been booked by then or sees that the month is closed. For a moment only.
 */
export async function holdLedger(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '5s'`);
  await tx.execute(sql`lock table ${ledgerEntries} in share mode`);
}

/** open or reopened → closed. False where it is closed. */
export async function markClosed(
  tx: Transaction,
  closed: { readonly month: string; readonly closedBy: number; readonly closedAt: Date; readonly note: string | null },
): Promise<boolean> {
  const values = { ...closed, status: 'closed' as const, figures: null, reopenRequestedBy: null, reopenReason: null };
  const moved = await tx
    .insert(accountingPeriods)
    .values(values)
    .onConflictDoUpdate({
      target: accountingPeriods.month,
      set: values,
      setWhere: eq(accountingPeriods.status, 'reopened'),
    })
    .returning({ month: accountingPeriods.month });
  return moved.length === 1;
}

export async function storeFigures(
  queryable: Queryable,
  month: string,
  figures: NonNullable<PeriodRow['figures']>,
): Promise<void> {
  await queryable.update(accountingPeriods).set({ figures }).where(eq(accountingPeriods.month, month));
}

/** From one status to another, with what changes; false where it is in another. */
export async function movePeriod(
  tx: Transaction,
  month: string,
  from: PeriodRow['status'],
  change: Partial<PeriodRow>,
): Promise<boolean> {
  const moved = await tx
    .update(accountingPeriods)
    .set(change)
    .where(and(eq(accountingPeriods.month, month), eq(accountingPeriods.status, from)))
    .returning({ month: accountingPeriods.month });
  return moved.length === 1;
}

const isShut = inArray(accountingPeriods.status, ['closed', 'reopening']);

/** The months of a list that are closed. */
export async function listClosedAmong(queryable: Queryable, months: readonly string[]): Promise<Set<string>> {
  if (months.length === 0) return new Set();
  const rows = await queryable
    .select({ month: accountingPeriods.month })
    .from(accountingPeriods)
    .where(and(inArray(accountingPeriods.month, [...months]), isShut));
  return new Set(rows.map(({ month }) => month));
}

/** Whether a later month is closed. */
export async function hasLaterClosed(queryable: Queryable, month: string): Promise<boolean> {
  const [row] = await queryable
    .select({ month: accountingPeriods.month })
    .from(accountingPeriods)
    .where(and(sql`${accountingPeriods.month} > ${month}`, isShut))
    .limit(1);
  return row !== undefined;
}

/** How many transactions of a time do not add up, and how many entries it has. */
export async function countEntries(
  queryable: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
) {
  const within = and(gte(ledgerEntries.createdAt, from), lt(ledgerEntries.createdAt, until));
  const sums = queryable
    .select({
      entries: sql<number>`count(*)`.as('entries'),
      remainder: sql<string>`sum(${ledgerEntries.amount})`.as('remainder'),
    })
    .from(ledgerEntries)
    .where(within)
    .groupBy(ledgerEntries.transactionKey)
    .as('sums');
  const [row] = await queryable
    .select({
      entries: sql<number>`coalesce(sum(${sums.entries}), 0)::int`,
      unbalanced: sql<number>`(count(*) filter (where ${sums.remainder} <> 0))::int`,
    })
    .from(sums);
  return row ?? { entries: 0, unbalanced: 0 };
}
