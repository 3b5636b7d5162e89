import type { Kobo } from '@portal/kernel/money';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { agentSettlements } from '../../../platform/database/schema/billing/agent.ts';
import {
  counterPayments,
  refundPayouts,
  tillHandOvers,
  tillShifts,
} from '../../../platform/database/schema/billing/counter.ts';
import { payments, refunds } from '../../../platform/database/schema/billing/payment.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';

export type ShiftRow = typeof tillShifts.$inferSelect;

/**
 * The open shift of a member of staff, locked until the transaction ends: `share` keeps it open
 * while money is taken, `update` lets nothing else move its till. Null without one.
 */
export async function lockOpenShift(
  tx: Transaction,
  staffId: number,
  strength: 'share' | 'update',
): Promise<ShiftRow | null> {
  const [row] = await tx
    .select()
    .from(tillShifts)
    .where(and(eq(tillShifts.staffId, staffId), isNull(tillShifts.closedAt)))
    .for(strength);
  return row ?? null;
}

/** Opens a shift unless one is open. */
export async function insertShift(queryable: Queryable, staffId: number, openedAt: Date): Promise<boolean> {
  const opened = await queryable
    .insert(tillShifts)
    .values({ staffId, openedAt })
    .onConflictDoNothing()
    .returning({ id: tillShifts.id });
  return opened.length === 1;
}

/** open → closed, once. */
export async function closeShiftRow(
  tx: Transaction,
  id: string,
  closing: { readonly closedAt: Date; readonly expected: Kobo; readonly counted: Kobo; readonly note: string | null },
): Promise<boolean> {
  const closed = await tx
    .update(tillShifts)
    .set(closing)
    .where(and(eq(tillShifts.id, id), isNull(tillShifts.closedAt)))
    .returning({ id: tillShifts.id });
  return closed.length === 1;
}

/** Null when the request or the bank's number was used before. */
export async function insertHandOver(
  tx: Transaction,
  values: typeof tillHandOvers.$inferInsert,
): Promise<string | null> {
  const [row] = await tx.insert(tillHandOvers).values(values).onConflictDoNothing().returning({ id: tillHandOvers.id });
  return row?.id ?? null;
}

/** What a request has handed over; null when it has handed over nothing. */
export async function findHandOver(queryable: Queryable, clientRequestId: string) {
  const [row] = await queryable
    .select({ handOver: tillHandOvers, staffId: tillShifts.staffId })
    .from(tillHandOvers)
    .innerJoin(tillShifts, eq(tillShifts.id, tillHandOvers.shiftId))
    .where(eq(tillHandOvers.clientRequestId, clientRequestId));
  return row ?? null;
}

const received = sql`coalesce(${payments.received}, ${payments.amount})`;
const takenBy = (method: string): SQL<string> =>
  sql<string>`(select coalesce(sum(${received}), 0) from ${counterPayments} join ${payments} on ${payments.id} = ${counterPayments.paymentId}
    where ${counterPayments.shiftId} = ${tillShifts.id} and ${payments.gateway} = ${method})`;

/** Shifts with what was taken during each, to be filtered by the caller. */
function selectShifts(queryable: Queryable) {
  return queryable
    .select({
      shift: tillShifts,
      staffName: personName(),
      payments: sql<number>`(select count(*)::int from ${counterPayments} where ${counterPayments.shiftId} = ${tillShifts.id})`,
      cash: takenBy('cash'),
      pos: takenBy('pos'),
      deposits: takenBy('deposit'),
      fromAgents: sql<string>`(select coalesce(sum(${agentSettlements.amount}), 0) from ${agentSettlements} where ${agentSettlements.shiftId} = ${tillShifts.id})`,
      handedOver: sql<string>`(select coalesce(sum(${tillHandOvers.amount}), 0) from ${tillHandOvers} where ${tillHandOvers.shiftId} = ${tillShifts.id})`,
      paidOut: sql<string>`(select coalesce(sum(${refunds.amount}), 0) from ${refundPayouts} join ${refunds} on ${refunds.id} = ${refundPayouts.refundId}
        where ${refundPayouts.shiftId} = ${tillShifts.id})`,
    })
    .from(tillShifts)
    .innerJoin(users, eq(users.id, tillShifts.staffId));
}

export type ShiftSums = Awaited<ReturnType<typeof listShifts>>[number];

export async function findShift(queryable: Queryable, id: string): Promise<ShiftSums | null> {
  const [row] = await selectShifts(queryable).where(eq(tillShifts.id, id));
  return row ?? null;
}

export async function findOpenShift(queryable: Queryable, staffId: number): Promise<ShiftSums | null> {
  const [row] = await selectShifts(queryable).where(and(eq(tillShifts.staffId, staffId), isNull(tillShifts.closedAt)));
  return row ?? null;
}

/** Of all staff, newest first; before the shift with the id `before` when it is given. */
export async function listShifts(
  queryable: Queryable,
  page: { readonly before: string | null; readonly limit: number },
) {
  const older =
    page.before === null
      ? undefined
      : sql`(${tillShifts.openedAt}, ${tillShifts.id}) < (select s.opened_at, s.id from ${tillShifts} s where s.id = ${page.before})`;
  return selectShifts(queryable).where(older).orderBy(desc(tillShifts.openedAt), desc(tillShifts.id)).limit(page.limit);
}
