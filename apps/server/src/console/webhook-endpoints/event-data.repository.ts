import type { WebhookEventData } from '@portal/contract/console/webhook-events';
import { voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import { nairaFromKobo } from '@portal/kernel/money';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { eInvoices } from '../../platform/database/schema/billing/e-invoice.ts';
import { creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { vouchers } from '../../platform/database/schema/billing/voucher.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { networkIncidents, networkUpdates } from '../../platform/database/schema/network/network-status.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import { supportTickets, ticketReplies } from '../../platform/database/schema/support/ticket.ts';
import { ticketNumber } from '../../support/index.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** The data of a customer; none for a member of staff. */
export async function readCustomers(queryable: Queryable, id: number): Promise<WebhookEventData<'customer.created'>[]> {
  const rows = await queryable
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer')));
  return rows.map((user) => ({
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: mailboxOf(user.email),
    phone: user.phone,
    emailVerified: user.emailVerifiedAt !== null,
    phoneVerified: user.phoneVerifiedAt !== null,
    disabled: user.disabled,
    createdAt: user.createdAt.toISOString(),
  }));
}

/** The data of subscriptions as they are now. */
export async function readLines(
  queryable: Queryable,
  ids: readonly string[],
): Promise<WebhookEventData<'line.activated'>[]> {
  const rows = await queryable
    .select({ subscription: userSubscriptions, line: lines, planName: servicePlans.name })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(inArray(userSubscriptions.id, [...ids]));
  return rows.map(({ subscription, line, planName }) => ({
    id: line.id,
    label: line.label,
    customerId: line.accountId,
    planId: subscription.planId,
    planName,
    status: subscription.status,
    monthlyFee: nairaFromKobo(subscription.monthlyFee),
    startDate: iso(subscription.startDate),
    nextBillingDate: subscription.nextRenewal.toISOString(),
    pausedUntil: iso(subscription.pausedUntil),
  }));
}

/** What is in force at the limit of these lines' data. */
export async function readLimits(
  queryable: Queryable,
  lineIds: readonly number[],
): Promise<WebhookEventData<'line.limit-reached'>[]> {
  return queryable
    .select({
      id: lines.id,
      label: lines.label,
      customerId: lines.accountId,
      limited: networkLines.limited,
      downloadMbps: networkLines.limitedDownloadMbps,
      uploadMbps: networkLines.limitedUploadMbps,
    })
    .from(networkLines)
    .innerJoin(lines, eq(lines.id, networkLines.lineId))
    .where(inArray(networkLines.lineId, [...lineIds]));
}

/** The line of the joined subscription; without one the first of the account, which has its number. */
const lineOf = (accountId: typeof invoices.userId | typeof payments.userId) =>
  sql<number>`coalesce(${userSubscriptions.lineId}, ${accountId})`;

/** The data of invoices, in the order of their numbers. */
export async function readInvoices(
  queryable: Queryable,
  numbers: readonly string[],
): Promise<WebhookEventData<'invoice.issued'>[]> {
  const rows = await queryable
    .select({ invoice: invoices, lineId: lineOf(invoices.userId), reference: payments.reference })
    .from(invoices)
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, invoices.subscriptionId))
    .leftJoin(payments, eq(payments.id, invoices.paymentId))
    .where(inArray(invoices.invoiceNumber, [...numbers]))
    .orderBy(asc(invoices.year), asc(invoices.sequence));
  return rows.map(({ invoice, lineId, reference }) => ({
    number: invoice.invoiceNumber,
    customerId: invoice.userId,
    lineId,
    status: invoice.status,
    total: nairaFromKobo(invoice.total),
    vat: nairaFromKobo(invoice.vat),
    currency: 'NGN',
    issuedAt: invoice.issuedAt.toISOString(),
    dueAt: invoice.dueAt.toISOString(),
    paidAt: iso(invoice.paidAt),
    paymentReference: reference,
  }));
}

/** The data of a document that the tax authority has registered. */
export async function readRegistered(
  queryable: Queryable,
  documentNumber: string,
): Promise<WebhookEventData<'invoice.registered'>[]> {
  const rows = await queryable
    .select({
      number: eInvoices.documentNumber,
      kind: sql<
        'invoice' | 'credit-note'
      >`case when ${eInvoices.creditNoteId} is null then 'invoice' else 'credit-note' end`,
      invoiceNumber: invoices.invoiceNumber,
      customerId: eInvoices.userId,
      procedure: eInvoices.procedure,
      irn: sql<string>`${eInvoices.irn}`,
      registeredAt: eInvoices.registeredAt,
    })
    .from(eInvoices)
    .leftJoin(creditNotes, eq(creditNotes.id, eInvoices.creditNoteId))
    .innerJoin(invoices, sql`${invoices.id} = coalesce(${eInvoices.invoiceId}, ${creditNotes.invoiceId})`)
    .where(and(eq(eInvoices.documentNumber, documentNumber), eq(eInvoices.status, 'registered')));
  return rows.flatMap(({ registeredAt, ...row }) =>
    registeredAt === null ? [] : [{ ...row, registeredAt: registeredAt.toISOString() }],
  );
}

/** The data of a payment. */
export async function readPayments(
  queryable: Queryable,
  id: string,
): Promise<WebhookEventData<'payment.successful'>[]> {
  const rows = await queryable
    .select({ payment: payments, lineId: lineOf(payments.userId), receiptNumber: receipts.receiptNumber })
    .from(payments)
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, payments.subscriptionId))
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(eq(payments.id, id));
  return rows.map(({ payment, lineId, receiptNumber }) => {
    const received = payment.received ?? payment.amount;
    const isBack = payment.status === 'refunded' || payment.status === 'disputed';
    return {
      reference: payment.reference,
      customerId: payment.userId,
      lineId,
      gateway: payment.gateway,
      amount: nairaFromKobo(received),
      creditUsed: nairaFromKobo(payment.creditUsed),
      refundedAmount: nairaFromKobo(isBack ? received : payment.refundedOutside),
      currency: payment.currency,
      status: payment.status,
      description: payment.description,
      receiptNumber,
      createdAt: payment.createdAt.toISOString(),
      paidAt: iso(payment.paidAt),
    };
  });
}

/** The data of a voucher that was used: by its serial number, never its PIN. */
export async function readVouchers(
  queryable: Queryable,
  { batch, index }: { readonly batch: number; readonly index: number },
): Promise<WebhookEventData<'voucher.used'>[]> {
  const rows = await queryable
    .select({ voucher: vouchers, payment: payments, receiptNumber: receipts.receiptNumber })
    .from(vouchers)
    .innerJoin(payments, eq(payments.id, vouchers.paymentId))
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(and(eq(vouchers.batch, batch), eq(vouchers.index, index)));
  return rows.flatMap(({ voucher, payment, receiptNumber }) =>
    voucher.usedAt === null || voucher.via === null
      ? []
      : [
          {
            serial: voucherSerial(batch, index),
            batch,
            customerId: payment.userId,
            amount: nairaFromKobo(voucher.amount),
            currency: payment.currency,
            via: voucher.via,
            paymentReference: payment.reference,
            receiptNumber,
            usedAt: voucher.usedAt.toISOString(),
          },
        ],
  );
}

/** The data of a ticket, without its texts. */
export async function readTickets(queryable: Queryable, id: string): Promise<WebhookEventData<'ticket.opened'>[]> {
  const byStaff = sql<boolean | null>`(select r.from_staff from ${ticketReplies} r
    where r.ticket_id = ${supportTickets}.id and not r.is_note order by r.id desc limit 1)`;
  const rows = await queryable
    .select({ ticket: supportTickets, byStaff })
    .from(supportTickets)
    .where(eq(supportTickets.id, id));
  return rows.map(({ ticket, byStaff: isByStaff }) => ({
    id: ticket.id,
    number: ticketNumber(ticket.number),
    customerId: ticket.userId,
    subject: ticket.subject,
    category: ticket.category,
    priority: ticket.priority,
    status: ticket.status,
    lastReplyBy: isByStaff === null ? null : isByStaff ? 'staff' : 'customer',
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
  }));
}

/** The data of an incident with its latest update. */
export async function readIncidents(queryable: Queryable, id: string): Promise<WebhookEventData<'incident.opened'>[]> {
  const latest = sql<string | null>`(select u.text from ${networkUpdates} u
    where u.incident_id = ${networkIncidents}.id order by u.id desc limit 1)`;
  const rows = await queryable
    .select({ incident: networkIncidents, latest })
    .from(networkIncidents)
    .where(eq(networkIncidents.id, id));
  return rows.map(({ incident, latest: latestUpdate }) => ({
    id: incident.id,
    kind: incident.kind,
    severity: incident.severity,
    status: incident.status,
    area: incident.area,
    title: incident.title,
    details: incident.details,
    cause: incident.cause,
    latestUpdate,
    startsAt: incident.startsAt.toISOString(),
    endsAt: iso(incident.endsAt),
    resolvedAt: iso(incident.resolvedAt),
  }));
}

/** The data of a session that staff end: the open one of a line at an access server. */
export async function readEndedSessions(
  queryable: Queryable,
  ended: { readonly lineId: number; readonly nas: string; readonly sessionId: string; readonly reason: string },
): Promise<WebhookEventData<'session.ended-by-staff'>[]> {
  const { lineId, nas, sessionId, reason } = ended;
  const rows = await queryable
    .select({ customerId: lines.accountId, session: usageSessions })
    .from(usageSessions)
    .innerJoin(lines, eq(lines.id, usageSessions.lineId))
    .where(
      and(
        eq(usageSessions.lineId, lineId),
        isNull(usageSessions.endedAt),
        eq(usageSessions.nas, nas),
        eq(usageSessions.sessionId, sessionId),
      ),
    );
  return rows.map(({ customerId, session }) => ({
    customerId,
    lineId,
    login: session.username,
    accessServer: nas,
    sessionId,
    address: session.framedAddress,
    startedAt: session.startedAt.toISOString(),
    reason,
  }));
}
