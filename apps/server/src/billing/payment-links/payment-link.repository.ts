import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { paymentLinks } from '../../platform/database/schema/billing/payment-link.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { OPEN_STATUSES } from '../payments/payment.policy.ts';

export type PaymentLinkRow = typeof paymentLinks.$inferSelect;

/** Null when its request was made before. */
export async function insertLink(
  tx: Transaction,
  values: typeof paymentLinks.$inferInsert,
): Promise<PaymentLinkRow | null> {
  const [row] = await tx
    .insert(paymentLinks)
    .values(values)
    .onConflictDoNothing({ target: paymentLinks.clientRequestId })
    .returning();
  return row ?? null;
}

export async function findLinkByRequest(queryable: Queryable, clientRequestId: string): Promise<PaymentLinkRow | null> {
  const [row] = await queryable.select().from(paymentLinks).where(eq(paymentLinks.clientRequestId, clientRequestId));
  return row ?? null;
}

/** A link whose answer was lost gets another token: the one before reached nobody. */
export async function replaceTokenHash(queryable: Queryable, id: string, tokenHash: string): Promise<void> {
  await queryable.update(paymentLinks).set({ tokenHash }).where(eq(paymentLinks.id, id));
}

/** The link with whom it is about. */
export async function findLinkByToken(queryable: Queryable, tokenHash: string) {
  const [row] = await queryable
    .select({
      link: paymentLinks,
      firstName: users.firstName,
      email: users.email,
      accountNumber: accounts.number,
    })
    .from(paymentLinks)
    .innerJoin(accounts, eq(accounts.id, paymentLinks.userId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(paymentLinks.tokenHash, tokenHash));
  return row ?? null;
}

/** With who made it and the payment that paid it, newest first. */
export async function listLinks(
  queryable: Queryable,
  filter: { readonly userId?: number; readonly id?: string; readonly limit: number },
) {
  const { userId, id, limit } = filter;
  return queryable
    .select({ link: paymentLinks, createdByName: personName(), reference: payments.reference })
    .from(paymentLinks)
    .innerJoin(users, eq(users.id, paymentLinks.createdBy))
    .leftJoin(payments, eq(payments.id, paymentLinks.paymentId))
    .where(
      and(
        userId === undefined ? undefined : eq(paymentLinks.userId, userId),
        id === undefined ? undefined : eq(paymentLinks.id, id),
      ),
    )
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(limit);
}

/** open → paid, by one payment. */
export async function markLinkPaid(tx: Transaction, id: string, paymentId: string): Promise<boolean> {
  const moved = await tx
    .update(paymentLinks)
    .set({ status: 'paid', paymentId })
    .where(and(eq(paymentLinks.id, id), eq(paymentLinks.status, 'open')))
    .returning({ id: paymentLinks.id });
  return moved.length === 1;
}

/** open → withdrawn; null where it was not open. */
export async function markLinkWithdrawn(
  tx: Transaction,
  id: string,
  by: { readonly withdrawnBy: number; readonly withdrawnAt: Date },
): Promise<PaymentLinkRow | null> {
  const [row] = await tx
    .update(paymentLinks)
    .set({ status: 'withdrawn', ...by })
    .where(and(eq(paymentLinks.id, id), eq(paymentLinks.status, 'open')))
    .returning();
  return row ?? null;
}

export async function findLink(queryable: Queryable, id: string): Promise<PaymentLinkRow | null> {
  const [row] = await queryable.select().from(paymentLinks).where(eq(paymentLinks.id, id));
  return row ?? null;
}

/** The payments that were opened with a link and are not decided. */
export async function listOpenPaymentsOf(queryable: Queryable, { id, userId }: PaymentLinkRow) {
  return queryable
    .select({ reference: payments.reference, gateway: payments.gateway, status: payments.status })
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.linkId, id), inArray(payments.status, [...OPEN_STATUSES])));
}

/** An invoice of a customer by its number. */
export async function findInvoiceOf(queryable: Queryable, userId: number, invoiceNumber: string) {
  const [row] = await queryable
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.invoiceNumber, invoiceNumber)));
  return row ?? null;
}
