import type { IdentityApprovalState } from '@portal/contract/identity/identity-approvals';
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople } from '../../platform/database/schema/identity/account-people.ts';
import { identityApprovals } from '../../platform/database/schema/identity/identity-approval.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type IdentityApprovalRow = typeof identityApprovals.$inferSelect;

/** Null while another of its kind waits for the customer. */
export async function insertApproval(
  tx: Transaction,
  values: typeof identityApprovals.$inferInsert,
): Promise<IdentityApprovalRow | null> {
  const [row] = await tx.insert(identityApprovals).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findApproval(queryable: Queryable, id: string): Promise<IdentityApprovalRow | null> {
  const [row] = await queryable.select().from(identityApprovals).where(eq(identityApprovals.id, id));
  return row ?? null;
}

/** waiting → decided, before its time is over; null for all but the one caller who did. */
export async function decideWaiting(
  tx: Transaction,
  id: string,
  decision: Pick<IdentityApprovalRow, 'state' | 'decidedBy' | 'decisionReason'> & { readonly decidedAt: Date },
): Promise<IdentityApprovalRow | null> {
  const [row] = await tx
    .update(identityApprovals)
    .set(decision)
    .where(
      and(
        eq(identityApprovals.id, id),
        eq(identityApprovals.state, 'waiting'),
        gt(identityApprovals.expiresAt, decision.decidedAt),
      ),
    )
    .returning();
  return row ?? null;
}

/** waiting → withdrawn by the customer, all of theirs. */
export async function withdrawWaitingOf(tx: Transaction, userId: number): Promise<void> {
  await tx
    .update(identityApprovals)
    .set({ state: 'withdrawn', decidedBy: userId, decidedAt: sql`now()` })
    .where(and(eq(identityApprovals.userId, userId), eq(identityApprovals.state, 'waiting')));
}

/** waiting → withdrawn, of one kind; null where none waits. */
export async function withdrawWaiting(
  tx: Transaction,
  { userId, kind, ...decision }: Pick<IdentityApprovalRow, 'userId' | 'kind' | 'decidedBy' | 'decidedAt'>,
): Promise<IdentityApprovalRow | null> {
  const [row] = await tx
    .update(identityApprovals)
    .set({ state: 'withdrawn', ...decision })
    .where(
      and(
        eq(identityApprovals.userId, userId),
        eq(identityApprovals.kind, kind),
        eq(identityApprovals.state, 'waiting'),
      ),
    )
    .returning();
  return row ?? null;
}

/** waiting → expired, for those whose time is over; of one customer, or of all. */
export async function expireWaiting(tx: Transaction, now: Date, userId?: number): Promise<IdentityApprovalRow[]> {
  return tx
    .update(identityApprovals)
    .set({ state: 'expired', decidedAt: now })
    .where(
      and(
        eq(identityApprovals.state, 'waiting'),
        lte(identityApprovals.expiresAt, now),
        userId === undefined ? undefined : eq(identityApprovals.userId, userId),
      ),
    )
    .returning();
}

/** Whether two people are in one account, or are the same person. */
export async function sharesAccount(queryable: Queryable, one: number, other: number): Promise<boolean> {
  if (one === other) return true;
  const theirs = alias(accountPeople, 'theirs');
  const [shared] = await queryable
    .select({ accountId: accountPeople.accountId })
    .from(accountPeople)
    .innerJoin(theirs, and(eq(theirs.accountId, accountPeople.accountId), eq(theirs.userId, other)))
    .where(eq(accountPeople.userId, one))
    .limit(1);
  return shared !== undefined;
}

const customer = alias(users, 'customer');
const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

export type NamedApproval = Awaited<ReturnType<typeof listApprovalRows>>[number];

/** By its state at a moment: what waits and is over its time has expired, although no job has said so yet. */
function isIn(state: IdentityApprovalState, now: Date): SQL | undefined {
  const isOver = sql`(${identityApprovals.state} = 'waiting' and ${lte(identityApprovals.expiresAt, now)})`;
  if (state === 'expired') return sql`(${identityApprovals.state} = 'expired' or ${isOver})`;
  if (state !== 'waiting') return eq(identityApprovals.state, state);
  return and(eq(identityApprovals.state, 'waiting'), gt(identityApprovals.expiresAt, now));
}

/** With the names of the people, newest first. */
export async function listApprovalRows(
  queryable: Queryable,
  filter: {
    readonly id?: string | undefined;
    readonly userId?: number | undefined;
    readonly state?: IdentityApprovalState | undefined;
    readonly now: Date;
    readonly limit: number;
  },
) {
  const { id, userId, state, now, limit } = filter;
  return queryable
    .select({
      approval: identityApprovals,
      customerName: personName(customer),
      requesterName: personName(requester),
      deciderName: personName(decider),
    })
    .from(identityApprovals)
    .innerJoin(customer, eq(customer.id, identityApprovals.userId))
    .innerJoin(requester, eq(requester.id, identityApprovals.requestedBy))
    .leftJoin(decider, eq(decider.id, identityApprovals.decidedBy))
    .where(
      and(
        id === undefined ? undefined : eq(identityApprovals.id, id),
        userId === undefined ? undefined : eq(identityApprovals.userId, userId),
        state === undefined ? undefined : isIn(state, now),
      ),
    )
    .orderBy(desc(identityApprovals.requestedAt), desc(identityApprovals.id))
    .limit(limit);
}

/** How many wait at a moment, and since when the oldest. */
export async function countWaitingApprovals(
  queryable: Queryable,
  now: Date,
): Promise<{ readonly count: number; readonly since: string | null }> {
  const [row] = await queryable
    .select({
      count: sql<number>`count(*)::int`,
      since: sql<Date | null>`min(${identityApprovals.requestedAt})`.mapWith(identityApprovals.requestedAt),
    })
    .from(identityApprovals)
    .where(isIn('waiting', now));
  return { count: row?.count ?? 0, since: row?.since?.toISOString() ?? null };
}
