import type { PaymentStatus } from '@portal/contract/billing/payments/payments';
import type { Kobo } from '@portal/kernel/money';
import { and, asc, count, desc, eq, exists, getTableColumns, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { paymentDisputes } from '../../../platform/database/schema/billing/dispute.ts';
import { receipts } from '../../../platform/database/schema/billing/invoice.ts';
import { paymentEvents, payments, refunds } from '../../../platform/database/schema/billing/payment.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';

function selectPayments(queryable: Queryable) {
  return queryable
    .select({
      ...getTableColumns(payments),
      receiptNumber: receipts.receiptNumber,
      customerEmail: users.email,
      customerFirstName: users.firstName,
      customerLastName: users.lastName,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(receipts, eq(receipts.paymentId, payments.id));
}

export type StaffPaymentRow = Awaited<ReturnType<typeof listPaymentsForStaff>>[number];

export type PaymentFilter = {
  readonly status: PaymentStatus | null;
  /** Only those with a refund that a second person has to approve. */
  readonly awaitsApproval: boolean;
  /** Only those with an open dispute. */
  readonly isDisputed: boolean;
  readonly gateway: string | null;
  readonly customerId: number | null;
  /** From this moment on, and before that one. */
  readonly from: Date | null;
  readonly before: Date | null;
};

function hasWaitingRefund(queryable: Queryable) {
  return exists(
    queryable
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(eq(refunds.paymentId, payments.id), eq(refunds.status, 'awaiting-approval'))),
  );
}

function hasOpenDispute(queryable: Queryable) {
  return exists(
    queryable
      .select({ id: paymentDisputes.paymentId })
      .from(paymentDisputes)
      .where(and(eq(paymentDisputes.paymentId, payments.id), isNull(paymentDisputes.outcome))),
  );
}

/**
 * How many payments are in review, and how many have a refund that a second person has to approve.
 */
export async function countWaitingPayments(
  queryable: Queryable,
): Promise<{ readonly review: number; readonly awaitingApproval: number }> {
  const [[review], [awaitingApproval]] = await Promise.all([
    queryable.select({ count: count() }).from(payments).where(eq(payments.status, 'review')),
    queryable.select({ count: count() }).from(refunds).where(eq(refunds.status, 'awaiting-approval')),
  ]);
  return { review: review?.count ?? 0, awaitingApproval: awaitingApproval?.count ?? 0 };
}

/** Newest first; those before the reference `after` when it is given. A wrong one finds nothing. */
export async function listPaymentsForStaff(
  queryable: Queryable,
  filter: PaymentFilter,
  page: { readonly after: string | null; readonly limit: number },
) {
  const older =
    page.after === null
      ? undefined
      : sql`(${payments.createdAt}, ${payments.id}) < (select p.created_at, p.id from ${payments} p where p.reference = ${page.after})`;
  return selectPayments(queryable)
    .where(
      and(
        older,
        filter.status === null ? undefined : eq(payments.status, filter.status),
        filter.awaitsApproval ? hasWaitingRefund(queryable) : undefined,
        filter.isDisputed ? hasOpenDispute(queryable) : undefined,
        filter.gateway === null ? undefined : eq(payments.gateway, filter.gateway),
        filter.customerId === null ? undefined : eq(payments.userId, filter.customerId),
        filter.from === null ? undefined : gte(payments.createdAt, filter.from),
        filter.before === null ? undefined : lt(payments.createdAt, filter.before),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(page.limit);
}

export async function findPaymentForStaff(queryable: Queryable, reference: string): Promise<StaffPaymentRow | null> {
  const [row] = await selectPayments(queryable).where(eq(payments.reference, reference));
  return row ?? null;
}

/** The history of a payment, in its order, with the staff who acted. */
export async function listEvents(queryable: Queryable, paymentId: string) {
  const { id, email, firstName, lastName } = users;
  return queryable
    .select({ event: paymentEvents, staff: { id, email, firstName, lastName } })
    .from(paymentEvents)
    .leftJoin(users, eq(users.id, sql`(${paymentEvents.details} ->> 'staffId')::integer`))
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id));
}

/** The details with which the payment last came into review. */
export async function findHeldDetails(queryable: Queryable, paymentId: string) {
  const [row] = await queryable
    .select({ details: paymentEvents.details })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.kind, 'held')))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return row?.details ?? null;
}

/**
 * The member of staff who proposed to book the payment since it last came into review; null without
 * one.
 */
export async function findCreditProposer(queryable: Queryable, paymentId: string) {
  const [row] = await queryable
    .select({
      kind: paymentEvents.kind,
      staff: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(paymentEvents)
    .leftJoin(users, eq(users.id, sql`(${paymentEvents.details} ->> 'staffId')::integer`))
    .where(and(eq(paymentEvents.paymentId, paymentId), inArray(paymentEvents.kind, ['held', 'credit-proposed'])))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return row?.kind === 'credit-proposed' ? row.staff : null;
}

/** The only transition out of `review`, by staff; true for the one caller that made it. */
export async function leaveReview(
  tx: Transaction,
  id: string,
  change:
    | { readonly status: 'pending'; readonly nextCheckAt: Date; readonly now: Date }
    | { readonly status: 'failed'; readonly now: Date }
    | {
        readonly status: 'successful';
        readonly receivedKobo: Kobo;
        readonly channel: string | null;
        readonly gatewayReference: string | null;
        readonly now: Date;
      },
): Promise<boolean> {
  const { status, now } = change;
  const booked =
    change.status === 'successful'
      ? {
          paidAt: now,
          received: sql`nullif(${sql.param(change.receivedKobo, payments.received)}, ${payments.amount})`,
          channel: change.channel?.slice(0, 50) ?? null,
          gatewayReference: sql`coalesce(${change.gatewayReference?.slice(0, 255) ?? null}, ${payments.gatewayReference})`,
        }
      : {};
  const moved = await tx
    .update(payments)
    .set({ status, updatedAt: now, nextCheckAt: change.status === 'pending' ? change.nextCheckAt : null, ...booked })
    .where(and(eq(payments.id, id), eq(payments.status, 'review')))
    .returning({ id: payments.id });
  return moved.length === 1;
}
