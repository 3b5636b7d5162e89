import type { GrievanceForm, grievanceFindings, grievanceOutcomes } from '@portal/contract/identity/grievances';
import { and, asc, count, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { grievances } from '../../platform/database/schema/identity/grievance.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type GrievanceRow = typeof grievances.$inferSelect;

/** A person's grievances, the newest first; there are few. */
export async function listGrievancesOf(database: Queryable, userId: number): Promise<GrievanceRow[]> {
  return database.select().from(grievances).where(eq(grievances.userId, userId)).orderBy(desc(grievances.number));
}

export async function countUnanswered(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(grievances)
    .where(and(eq(grievances.userId, userId), eq(grievances.status, 'received')));
  return row?.count ?? 0;
}

export async function findGrievanceByClientId(
  tx: Transaction,
  userId: number,
  clientGrievanceId: string,
): Promise<GrievanceRow | null> {
  const [row] = await tx
    .select()
    .from(grievances)
    .where(and(eq(grievances.userId, userId), eq(grievances.clientGrievanceId, clientGrievanceId)));
  return row ?? null;
}

export async function insertGrievance(
  tx: Transaction,
  row: GrievanceForm & { readonly userId: number; readonly receivedAt: Date; readonly dueAt: Date },
): Promise<GrievanceRow> {
  const [added] = await tx.insert(grievances).values(row).returning();
  if (!added) throw new Error('a grievance was not stored');
  return added;
}

const answerer = alias(users, 'answerer');

function selectForStaff(database: Queryable) {
  return database
    .select({ grievance: grievances, customerName: personName(), answererName: personName(answerer) })
    .from(grievances)
    .innerJoin(users, eq(users.id, grievances.userId))
    .leftJoin(answerer, eq(answerer.id, grievances.answeredBy));
}

export type StaffGrievanceRow = Awaited<ReturnType<typeof listByStatus>>[number];

/** Those to be answered in the order of their due days; of the others the newest first, below `before`. */
export async function listByStatus(
  database: Queryable,
  page: { readonly status: GrievanceRow['status']; readonly before: number | null; readonly limit: number },
) {
  const isToAnswer = page.status === 'received';
  return selectForStaff(database)
    .where(
      and(
        eq(grievances.status, page.status),
        page.before === null || isToAnswer ? undefined : lt(grievances.number, page.before),
      ),
    )
    .orderBy(isToAnswer ? asc(grievances.dueAt) : desc(grievances.number))
    .limit(page.limit);
}

export async function findForStaff(database: Queryable, id: string): Promise<StaffGrievanceRow | null> {
  const [row] = await selectForStaff(database).where(eq(grievances.id, id));
  return row ?? null;
}

/** Answers a grievance that is not answered; null for another. */
export async function saveAnswer(
  tx: Transaction,
  id: string,
  order: {
    readonly finding: (typeof grievanceFindings)[number];
    readonly answer: string;
    readonly answeredBy: number;
    readonly answeredAt: Date;
  },
): Promise<GrievanceRow | null> {
  const [row] = await tx
    .update(grievances)
    .set({ ...order, status: 'answered' })
    .where(and(eq(grievances.id, id), eq(grievances.status, 'received')))
    .returning();
  return row ?? null;
}

/** Closes an answered grievance; false for another. */
export async function saveOutcome(
  tx: Transaction,
  id: string,
  order: { readonly outcome: (typeof grievanceOutcomes)[number]; readonly closedBy: number; readonly closedAt: Date },
): Promise<boolean> {
  const closed = await tx
    .update(grievances)
    .set({ ...order, status: 'closed' })
    .where(and(eq(grievances.id, id), eq(grievances.status, 'answered')))
    .returning({ id: grievances.id });
  return closed.length === 1;
}

/** How many should have been answered before `now`, and since when the oldest. */
export async function countOverdueGrievances(
  database: Queryable,
  now: Date,
): Promise<{ readonly count: number; readonly since: string | null }> {
  const [row] = await database
    .select({ count: count(), since: sql<Date | null>`min(${grievances.dueAt})`.mapWith(grievances.dueAt) })
    .from(grievances)
    .where(and(eq(grievances.status, 'received'), lt(grievances.dueAt, now)));
  return { count: row?.count ?? 0, since: row?.since?.toISOString() ?? null };
}
