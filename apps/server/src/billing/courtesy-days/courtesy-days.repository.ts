import { and, desc, eq, gte, lt, ne, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { courtesyDays } from '../../platform/database/schema/billing/courtesy-day.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type CourtesyRow = typeof courtesyDays.$inferSelect;

/** Null when its request was made before. */
export async function insertCourtesyDays(
  tx: Transaction,
  values: typeof courtesyDays.$inferInsert,
): Promise<CourtesyRow | null> {
  const [row] = await tx.insert(courtesyDays).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findCourtesyByRequest(
  queryable: Queryable,
  clientRequestId: string,
): Promise<CourtesyRow | null> {
  const [row] = await queryable.select().from(courtesyDays).where(eq(courtesyDays.clientRequestId, clientRequestId));
  return row ?? null;
}

/** How many days a line was given in a span of time, with those that wait for approval. */
export async function sumCourtesyDays(
  queryable: Queryable,
  lineId: number,
  span: { readonly from: Date; readonly before: Date },
): Promise<number> {
  const [row] = await queryable
    .select({ days: sum(courtesyDays.days).mapWith(Number) })
    .from(courtesyDays)
    .where(
      and(
        eq(courtesyDays.lineId, lineId),
        ne(courtesyDays.status, 'declined'),
        gte(courtesyDays.createdAt, span.from),
        lt(courtesyDays.createdAt, span.before),
      ),
    );
  return row?.days ?? 0;
}

/** Those that wait, held until the transaction ends. */
export async function lockCourtesyDays(tx: Transaction, id: string): Promise<CourtesyRow | null> {
  const [row] = await tx.select().from(courtesyDays).where(eq(courtesyDays.id, id)).for('no key update');
  return row ?? null;
}

/** awaiting-approval → booked or declined; true for the one caller who did. */
export async function decideCourtesyRow(
  tx: Transaction,
  id: string,
  decision: Pick<CourtesyRow, 'status' | 'decidedBy' | 'decisionReason' | 'decidedAt'>,
): Promise<boolean> {
  const moved = await tx
    .update(courtesyDays)
    .set(decision)
    .where(and(eq(courtesyDays.id, id), eq(courtesyDays.status, 'awaiting-approval')))
    .returning({ id: courtesyDays.id });
  return moved.length === 1;
}

const customer = alias(users, 'customer');
const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

export type NamedCourtesy = Awaited<ReturnType<typeof listCourtesyRows>>[number];

/** With the names of the people and of the line, newest first. */
export async function listCourtesyRows(
  queryable: Queryable,
  filter: { readonly id?: string; readonly customerId?: number; readonly isWaiting?: boolean; readonly limit: number },
) {
  const { id, customerId, isWaiting, limit } = filter;
  return queryable
    .select({
      grant: courtesyDays,
      lineLabel: lines.label,
      customerName: personName(customer),
      requesterName: personName(requester),
      deciderName: personName(decider),
    })
    .from(courtesyDays)
    .innerJoin(lines, eq(lines.id, courtesyDays.lineId))
    .innerJoin(accounts, eq(accounts.id, courtesyDays.userId))
    .innerJoin(customer, eq(customer.id, accounts.contactId))
    .innerJoin(requester, eq(requester.id, courtesyDays.requestedBy))
    .leftJoin(decider, eq(decider.id, courtesyDays.decidedBy))
    .where(
      and(
        id === undefined ? undefined : eq(courtesyDays.id, id),
        customerId === undefined ? undefined : eq(courtesyDays.userId, customerId),
        isWaiting ? eq(courtesyDays.status, 'awaiting-approval') : undefined,
      ),
    )
    .orderBy(desc(courtesyDays.createdAt), desc(courtesyDays.id))
    .limit(limit);
}
