import { and, desc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type WriteOffRow = typeof writeOffs.$inferSelect;

/** A customer's invoice, held until the transaction ends: first of all that decides about it. */
export async function lockInvoiceOf(tx: Transaction, userId: number, invoiceNumber: string) {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.invoiceNumber, invoiceNumber)))
    .for('update');
  return row ?? null;
}

/** The same by its id. */
export async function lockInvoiceById(tx: Transaction, id: string) {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update');
  return row ?? null;
}

/** Null when the request was made before, or another write-off of the invoice stands. */
export async function insertWriteOff(
  tx: Transaction,
  values: typeof writeOffs.$inferInsert,
): Promise<WriteOffRow | null> {
  const [row] = await tx.insert(writeOffs).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findWriteOffByRequest(queryable: Queryable, clientRequestId: string) {
  const [row] = await queryable
    .select({ writeOff: writeOffs, invoiceNumber: invoices.invoiceNumber })
    .from(writeOffs)
    .innerJoin(invoices, eq(invoices.id, writeOffs.invoiceId))
    .where(eq(writeOffs.clientRequestId, clientRequestId));
  return row ?? null;
}

export async function findWriteOff(queryable: Queryable, id: string): Promise<WriteOffRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable.select().from(writeOffs).where(eq(writeOffs.id, id));
  return row ?? null;
}

/** Moves a write-off out of one state; null for all but the one caller who did. */
export async function moveWriteOff(
  tx: Transaction,
  where: { readonly id?: string; readonly invoiceId?: string; readonly from: WriteOffRow['status'] },
  change: Partial<
    Pick<WriteOffRow, 'status' | 'decidedBy' | 'decisionReason' | 'decidedAt' | 'reversedBy' | 'reversedAt'>
  >,
): Promise<WriteOffRow | null> {
  const { id, invoiceId, from } = where;
  const [row] = await tx
    .update(writeOffs)
    .set(change)
    .where(
      and(
        id === undefined ? undefined : eq(writeOffs.id, id),
        invoiceId === undefined ? undefined : eq(writeOffs.invoiceId, invoiceId),
        eq(writeOffs.status, from),
      ),
    )
    .returning();
  return row ?? null;
}

const customer = alias(users, 'customer');
const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

export type NamedWriteOff = Awaited<ReturnType<typeof listWriteOffRows>>[number];

/** With their invoices and the names of the people, newest first. */
export async function listWriteOffRows(
  queryable: Queryable,
  filter: {
    readonly id?: string;
    readonly customerId?: number;
    readonly statuses?: readonly WriteOffRow['status'][];
    readonly limit: number;
  },
) {
  const { id, customerId, statuses, limit } = filter;
  return queryable
    .select({
      writeOff: writeOffs,
      invoice: invoices,
      customerName: personName(customer),
      requesterName: personName(requester),
      deciderName: personName(decider),
    })
    .from(writeOffs)
    .innerJoin(invoices, eq(invoices.id, writeOffs.invoiceId))
    .innerJoin(accounts, eq(accounts.id, writeOffs.userId))
    .innerJoin(customer, eq(customer.id, accounts.contactId))
    .innerJoin(requester, eq(requester.id, writeOffs.requestedBy))
    .leftJoin(decider, eq(decider.id, writeOffs.decidedBy))
    .where(
      and(
        id === undefined ? undefined : eq(writeOffs.id, id),
        customerId === undefined ? undefined : eq(writeOffs.userId, customerId),
        statuses === undefined ? undefined : inArray(writeOffs.status, [...statuses]),
      ),
    )
    .orderBy(desc(writeOffs.createdAt), desc(writeOffs.id))
    .limit(limit);
}
