import { type Kobo, toKobo } from '@portal/kernel/money';
import { and, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { creditNotes, invoices } from '../../platform/database/schema/billing/invoice.ts';
import { paymentEvents, payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import { selectInvoices } from '../invoices/issued-invoice.repository.ts';

type Range = { readonly userId: number; readonly from: Date; readonly until: Date };

/** A customer's invoices issued within a time, newest first. */
export async function listOwnIssued(queryable: Queryable, { userId, from, until }: Range) {
  return selectInvoices(queryable)
    .where(and(eq(invoices.userId, userId), gte(invoices.issuedAt, from), lt(invoices.issuedAt, until)))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id));
}

/**
 * A customer's payments through gateways within a time, newest first; later refunded ones included.
 */
export async function listOwnPaid(queryable: Queryable, { userId, from, until }: Range) {
  return queryable
    .select({
      reference: payments.reference,
      gateway: payments.gateway,
      channel: payments.channel,
      paidAt: sql<Date>`${payments.paidAt}`.mapWith(payments.paidAt),
      amount: sql<Kobo>`coalesce(${payments.received}, ${payments.amount})`.mapWith(payments.amount),
      description: payments.description,
    })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        ne(payments.gateway, 'credit'),
        inArray(payments.status, ['successful', 'refunded', 'disputed']),
        gte(payments.paidAt, from),
        lt(payments.paidAt, until),
      ),
    )
    .orderBy(desc(payments.paidAt), desc(payments.id));
}

/** A customer's credit notes within a time, newest first. */
export async function listOwnCorrected(queryable: Queryable, { userId, from, until }: Range) {
  return queryable
    .select({
      creditNoteNumber: creditNotes.creditNoteNumber,
      invoiceNumber: invoices.invoiceNumber,
      issuedAt: creditNotes.issuedAt,
      total: creditNotes.total,
    })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(and(eq(invoices.userId, userId), gte(creditNotes.issuedAt, from), lt(creditNotes.issuedAt, until)))
    .orderBy(desc(creditNotes.issuedAt), desc(creditNotes.id));
}

/** A customer's chargebacks within a time, newest first. */
export async function listOwnChargebacks(queryable: Queryable, { userId, from, until }: Range) {
  return queryable
    .select({
      reference: payments.reference,
      at: paymentEvents.createdAt,
      amount: sql<Kobo>`coalesce(${payments.received}, ${payments.amount}) - ${payments.refundedOutside}`.mapWith(
        payments.amount,
      ),
    })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'disputed'),
        eq(paymentEvents.kind, 'charged-back'),
        gte(paymentEvents.createdAt, from),
        lt(paymentEvents.createdAt, until),
      ),
    )
    .orderBy(desc(paymentEvents.createdAt), desc(paymentEvents.id));
}

/**
 * The parts of payments that gateways have refunded to a customer, booked within a time, newest
 * first.
 */
export async function listOwnExternalRefunds(queryable: Queryable, { userId, from, until }: Range) {
  return queryable
    .select({
      reference: payments.reference,
      at: paymentEvents.createdAt,
      amount: sql<Kobo>`${paymentEvents.details} ->> 'amountKobo'`.mapWith((kobo: string) => toKobo(Number(kobo))),
    })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(paymentEvents.kind, 'external-refund-recorded'),
        gte(paymentEvents.createdAt, from),
        lt(paymentEvents.createdAt, until),
      ),
    )
    .orderBy(desc(paymentEvents.createdAt), desc(paymentEvents.id));
}

/** A customer's refunds through gateways within a time, newest first. */
export async function listOwnRefunded(queryable: Queryable, { userId, from, until }: Range) {
  return queryable
    .select({ reference: payments.reference, at: refunds.updatedAt, amount: refunds.amount })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.userId, userId),
        ne(payments.gateway, 'credit'),
        eq(refunds.status, 'done'),
        gte(refunds.updatedAt, from),
        lt(refunds.updatedAt, until),
      ),
    )
    .orderBy(desc(refunds.updatedAt), desc(refunds.id));
}
