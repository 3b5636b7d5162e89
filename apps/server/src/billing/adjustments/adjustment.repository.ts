import { and, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { billingAdjustments } from '../../platform/database/schema/billing/adjustment.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type AdjustmentRow = typeof billingAdjustments.$inferSelect;

/** Null when its request was made before. */
export async function insertAdjustment(
  tx: Transaction,
  values: typeof billingAdjustments.$inferInsert,
): Promise<AdjustmentRow | null> {
  const [row] = await tx.insert(billingAdjustments).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findAdjustmentByRequest(
  queryable: Queryable,
  clientRequestId: string,
): Promise<AdjustmentRow | null> {
  const [row] = await queryable
    .select()
    .from(billingAdjustments)
    .where(eq(billingAdjustments.clientRequestId, clientRequestId));
  return row ?? null;
}

/** The adjustment, held until the transaction ends. */
export async function lockAdjustment(tx: Transaction, id: string): Promise<AdjustmentRow | null> {
  const [row] = await tx.select().from(billingAdjustments).where(eq(billingAdjustments.id, id)).for('no key update');
  return row ?? null;
}

/** awaiting-approval → booked or declined; true for the one caller who did. */
export async function decideAdjustmentRow(
  tx: Transaction,
  id: string,
  decision: Pick<AdjustmentRow, 'status' | 'decidedBy' | 'decisionReason' | 'decidedAt'>,
): Promise<boolean> {
  const moved = await tx
    .update(billingAdjustments)
    .set(decision)
    .where(and(eq(billingAdjustments.id, id), eq(billingAdjustments.status, 'awaiting-approval')))
    .returning({ id: billingAdjustments.id });
  return moved.length === 1;
}

/** Whether there is such an account. */
export async function hasAccount(queryable: Queryable, id: number): Promise<boolean> {
  return (await queryable.$count(accounts, eq(accounts.id, id))) === 1;
}

const customer = alias(users, 'customer');
const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

export type NamedAdjustment = Awaited<ReturnType<typeof listAdjustmentRows>>[number];

/** With the names of the people, newest first. */
export async function listAdjustmentRows(
  queryable: Queryable,
  filter: { readonly id?: string; readonly customerId?: number; readonly isWaiting?: boolean; readonly limit: number },
) {
  const { id, customerId, isWaiting, limit } = filter;
  return queryable
    .select({
      adjustment: billingAdjustments,
      customerName: personName(customer),
      requesterName: personName(requester),
      deciderName: personName(decider),
    })
    .from(billingAdjustments)
    .innerJoin(accounts, eq(accounts.id, billingAdjustments.userId))
    .innerJoin(customer, eq(customer.id, accounts.contactId))
    .innerJoin(requester, eq(requester.id, billingAdjustments.requestedBy))
    .leftJoin(decider, eq(decider.id, billingAdjustments.decidedBy))
    .where(
      and(
        id === undefined ? undefined : eq(billingAdjustments.id, id),
        customerId === undefined ? undefined : eq(billingAdjustments.userId, customerId),
        isWaiting ? eq(billingAdjustments.status, 'awaiting-approval') : undefined,
      ),
    )
    .orderBy(desc(billingAdjustments.createdAt), desc(billingAdjustments.id))
    .limit(limit);
}
