import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { callBacks } from '../../platform/database/schema/console/collection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type CallBackRow = typeof callBacks.$inferSelect;

const maker = alias(users, 'maker');
const waits = isNull(callBacks.endedAt);
/** More are not shown: nobody calls as many in a day. */
const MOST = 200;

/** Stores a call-back; of one that is stored already that one. */
export async function insertCallBack(
  tx: Transaction,
  values: typeof callBacks.$inferInsert,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const [added] = await tx.insert(callBacks).values(values).onConflictDoNothing().returning({ id: callBacks.id });
  if (added) return { id: added.id, isNew: true };
  const [stored] = await tx
    .select({ id: callBacks.id })
    .from(callBacks)
    .where(and(eq(callBacks.madeBy, values.madeBy), eq(callBacks.clientRequestId, values.clientRequestId)));
  if (!stored) throw new Error('the call-back is not there');
  return { id: stored.id, isNew: false };
}

/** One, or those that wait and are due before a moment or of one customer, the earliest first. */
export async function listCallBackRows(
  queryable: Queryable,
  wanted: { readonly id: string } | { readonly accountId: number } | { readonly before: Date },
) {
  const which =
    'id' in wanted
      ? eq(callBacks.id, wanted.id)
      : and(waits, 'before' in wanted ? lt(callBacks.dueAt, wanted.before) : eq(callBacks.userId, wanted.accountId));
  return queryable
    .select({ callBack: callBacks, name: personName(), phone: users.phone, madeBy: personName(maker) })
    .from(callBacks)
    .innerJoin(accounts, eq(accounts.id, callBacks.userId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .leftJoin(maker, eq(maker.id, callBacks.madeBy))
    .where(which)
    .orderBy(asc(callBacks.dueAt), asc(callBacks.id))
    .limit(MOST);
}

/** Whether a call that somebody has asked for, or arranged, waits for an account. */
export async function findWaitingBy(tx: Transaction, accountId: number, madeBy: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: callBacks.id })
    .from(callBacks)
    .where(and(eq(callBacks.userId, accountId), eq(callBacks.madeBy, madeBy), waits))
    .limit(1);
  return row !== undefined;
}

/** waiting → another time; null where it waits no longer. */
export async function setDueAt(tx: Transaction, id: string, dueAt: Date): Promise<CallBackRow | null> {
  const [row] = await tx
    .update(callBacks)
    .set({ dueAt })
    .where(and(eq(callBacks.id, id), waits))
    .returning();
  return row ?? null;
}

/** waiting → ended, by a member of staff or by a payment; null where it waits no longer. */
export async function endOne(
  tx: Transaction,
  which: { readonly id: string } | { readonly owedBy: number },
  ended: { readonly by: number | null; readonly at: Date },
): Promise<CallBackRow | null> {
  const one =
    'id' in which ? eq(callBacks.id, which.id) : and(eq(callBacks.userId, which.owedBy), eq(callBacks.reason, 'owes'));
  const [row] = await tx
    .update(callBacks)
    .set({ endedAt: ended.at, endedBy: ended.by })
    .where(and(one, waits))
    .returning();
  return row ?? null;
}

/** The account of a payment, where a call about what it owes waits; null elsewhere. */
export async function findCalledPayer(queryable: Queryable, paymentId: string): Promise<number | null> {
  const [row] = await queryable
    .select({ id: callBacks.userId })
    .from(payments)
    .innerJoin(callBacks, and(eq(callBacks.userId, payments.userId), waits, eq(callBacks.reason, 'owes')))
    .where(eq(payments.id, paymentId));
  return row?.id ?? null;
}

/** How many wait that are due before a moment. */
export async function countCallBacks(queryable: Queryable, before: Date): Promise<number> {
  return queryable.$count(callBacks, and(waits, lt(callBacks.dueAt, before)));
}
