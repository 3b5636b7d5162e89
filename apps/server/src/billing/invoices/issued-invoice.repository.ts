import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { and, desc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { companyBilling, monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { eInvoices } from '../../platform/database/schema/billing/e-invoice.ts';
import { billingDetails, creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

/** The buyers' details for invoices, by customer. */
export async function findBuyers(queryable: Queryable, userIds: readonly number[]) {
  const rows = await queryable
    .select({
      id: accounts.id,
      name: sql<string>`coalesce(${billingDetails.companyName}, ${personName()})`,
      email: sql<string>`coalesce(${companyBilling.billContactEmail}, ${users.email})`,
      phone: users.phone,
      address: billingDetails.address,
      taxId: billingDetails.taxId,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .leftJoin(billingDetails, eq(billingDetails.userId, accounts.id))
    .leftJoin(companyBilling, eq(companyBilling.accountId, accounts.id))
    .where(inArray(accounts.id, [...userIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findPlanNames(queryable: Queryable, planIds: readonly string[]) {
  const rows = await queryable
    .select({ id: servicePlans.id, name: servicePlans.name, speed: servicePlans.speed })
    .from(servicePlans)
    .where(inArray(servicePlans.id, [...planIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertInvoices(tx: Transaction, rows: (typeof invoices.$inferInsert)[]): Promise<void> {
  await tx.insert(invoices).values(rows);
}

/**
 * The invoice of a month of service that is not void, locked until the transaction ends; null when
 * there is none.
 */
export async function lockPeriodInvoice(
  tx: Transaction,
  period: { readonly subscriptionId: string; readonly periodNumber: number },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, period.subscriptionId),
        eq(invoices.periodNumber, period.periodNumber),
        eq(invoices.kind, 'period'),
        inArray(invoices.status, ['open', 'paid']),
      ),
    )
    .for('update');
  return row ?? null;
}

export async function findInvoiceId(queryable: Queryable, invoiceNumber: string): Promise<string> {
  const [row] = await queryable
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.invoiceNumber, invoiceNumber));
  if (!row) throw new Error(`no invoice ${invoiceNumber}`);
  return row.id;
}

/** The invoice of a one-off charge, locked until the transaction ends. */
export async function lockChargeInvoice(tx: Transaction, chargeId: string): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(oneOffCharges, eq(oneOffCharges.invoiceNumber, invoices.invoiceNumber))
    .where(eq(oneOffCharges.id, chargeId))
    .for('update', { of: invoices });
  return row?.invoice ?? null;
}

/** The invoices, not void, of the given month of each of these subscriptions, by subscription. */
export async function listPeriodInvoices(
  queryable: Queryable,
  months: readonly { readonly subscriptionId: string; readonly periodNumber: number }[],
): Promise<Map<string, InvoiceRow>> {
  const numbers = new Map(months.map((month) => [month.subscriptionId, month.periodNumber]));
  const rows = await queryable
    .select()
    .from(invoices)
    .where(
      and(
        inArray(invoices.subscriptionId, [...numbers.keys()]),
        inArray(invoices.periodNumber, [...new Set(numbers.values())]),
        eq(invoices.kind, 'period'),
        inArray(invoices.status, ['open', 'paid']),
      ),
    );
  return new Map(
    rows.flatMap((row) => {
      const { subscriptionId, periodNumber } = row;
      return subscriptionId !== null && numbers.get(subscriptionId) === periodNumber ? [[subscriptionId, row]] : [];
    }),
  );
}

/** open → paid, once. */
export async function markInvoicePaid(
  tx: Transaction,
  id: string,
  paid: { readonly paymentId: string; readonly paidAt: Date },
): Promise<boolean> {
  const moved = await tx
    .update(invoices)
    .set({ status: 'paid', ...paid })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  return moved.length === 1;
}

/**
 * open → void for all open invoices of these subscriptions but those of charges and of all lines; paid
 * ones stay.
 */
export async function voidOpenInvoices(
  tx: Transaction,
  subscriptionIds: readonly string[],
  voided: { readonly voidReason: NonNullable<InvoiceRow['voidReason']>; readonly voidedAt: Date },
): Promise<void> {
  await tx
    .update(invoices)
    .set({ status: 'void', ...voided })
    .where(
      and(
        inArray(invoices.subscriptionId, [...subscriptionIds]),
        eq(invoices.status, 'open'),
        notInArray(invoices.kind, ['charge', 'monthly']),
      ),
    );
}

/** open → void for open invoices by their ids: another one has what they were for. */
export async function replaceInvoices(tx: Transaction, ids: readonly string[], voidedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(invoices)
    .set({ status: 'void', voidReason: 'replaced', voidedAt })
    .where(and(inArray(invoices.id, [...ids]), eq(invoices.status, 'open')));
}

/** The invoice that a payment has paid; null when it paid none. */
export async function findInvoiceOfPayment(queryable: Queryable, paymentId: string): Promise<InvoiceRow | null> {
  const [row] = await queryable.select().from(invoices).where(eq(invoices.paymentId, paymentId));
  return row ?? null;
}

export async function insertCreditNote(tx: Transaction, row: typeof creditNotes.$inferInsert): Promise<void> {
  await tx.insert(creditNotes).values(row);
}

/** The sum of the credit notes of an invoice. */
export async function sumCreditNotes(queryable: Queryable, invoiceId: string) {
  const [row] = await queryable
    .select({
      total: sql<string>`coalesce(sum(${creditNotes.total}), 0)`,
      vat: sql<string>`coalesce(sum(${creditNotes.vat}), 0)`,
    })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoiceId));
  return { total: koboFromDecimal(row?.total ?? '0'), vat: koboFromDecimal(row?.vat ?? '0') };
}

type Correction = { readonly creditNoteNumber: string; readonly issuedAt: Date; readonly total: Kobo };

/** The credit notes of an invoice, oldest first, in one column. */
const corrections = sql<Correction[]>`coalesce((
  select json_agg(json_build_object('number', c.credit_note_number, 'issuedAt', c.issued_at, 'total', c.total::text) order by c.year, c.sequence)
  from credit_notes c where c.invoice_id = ${invoices.id}), '[]')`.mapWith(
  (rows: readonly { number: string; issuedAt: string; total: string }[]): Correction[] =>
    rows.map(({ number, issuedAt, total }) => {
      return { creditNoteNumber: number, issuedAt: new Date(issuedAt), total: koboFromDecimal(total) };
    }),
);

/** A document at the tax authority. */
const registrationColumns = {
  status: eInvoices.status,
  irn: eInvoices.irn,
  qrText: eInvoices.qrText,
  registeredAt: eInvoices.registeredAt,
  fault: eInvoices.fault,
};

/** Invoices with their related rows, to be filtered by the caller. */
export function selectInvoices(queryable: Queryable) {
  return queryable
    .select({
      invoice: invoices,
      payment: payments,
      receiptNumber: receipts.receiptNumber,
      creditNotes: corrections,
      outstanding: monthlyInvoices.outstanding,
      writtenOff: writeOffs.amount,
      registration: registrationColumns,
    })
    .from(invoices)
    .leftJoin(monthlyInvoices, eq(monthlyInvoices.invoiceId, invoices.id))
    .leftJoin(eInvoices, eq(eInvoices.invoiceId, invoices.id))
    .leftJoin(writeOffs, and(eq(writeOffs.invoiceId, invoices.id), eq(writeOffs.status, 'booked')))
    .leftJoin(receipts, eq(receipts.paymentId, invoices.paymentId))
    .leftJoin(payments, eq(payments.id, invoices.paymentId));
}

/** Credit notes with the invoices that they correct, to be filtered by the caller. */
function selectCorrected(queryable: Queryable) {
  return queryable
    .select({
      creditNote: creditNotes,
      invoice: invoices,
      payment: payments,
      receiptNumber: receipts.receiptNumber,
      registration: registrationColumns,
    })
    .from(creditNotes)
    .leftJoin(eInvoices, eq(eInvoices.creditNoteId, creditNotes.id))
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .leftJoin(receipts, eq(receipts.paymentId, invoices.paymentId))
    .leftJoin(payments, eq(payments.id, invoices.paymentId));
}

/** Only the owner's is found. */
export async function findOwnInvoice(queryable: Queryable, userId: number, invoiceNumber: string) {
  const [row] = await selectInvoices(queryable).where(
    and(eq(invoices.invoiceNumber, invoiceNumber), eq(invoices.userId, userId)),
  );
  return row ?? null;
}

export async function findInvoiceByNumber(queryable: Queryable, invoiceNumber: string) {
  const [row] = await selectInvoices(queryable).where(eq(invoices.invoiceNumber, invoiceNumber));
  return row ?? null;
}

/** One of the caller's credit notes with the invoice that it corrects. */
export async function findOwnCreditNote(queryable: Queryable, userId: number, creditNoteNumber: string) {
  const [row] = await selectCorrected(queryable).where(
    and(eq(creditNotes.creditNoteNumber, creditNoteNumber), eq(invoices.userId, userId)),
  );
  return row ?? null;
}

/** Several at once, in the order of their numbers. */
export async function listInvoicesByNumber(queryable: Queryable, numbers: readonly string[]) {
  return selectInvoices(queryable)
    .where(inArray(invoices.invoiceNumber, [...numbers]))
    .orderBy(invoices.year, invoices.sequence);
}

export async function listCreditNotesByNumber(queryable: Queryable, numbers: readonly string[]) {
  return selectCorrected(queryable)
    .where(inArray(creditNotes.creditNoteNumber, [...numbers]))
    .orderBy(creditNotes.year, creditNotes.sequence);
}

export async function findCreditNoteByNumber(queryable: Queryable, creditNoteNumber: string) {
  const [row] = await selectCorrected(queryable).where(eq(creditNotes.creditNoteNumber, creditNoteNumber));
  return row ?? null;
}

/** What an account owes on its open invoices, due already or not. */
export async function sumOpenInvoices(queryable: Queryable, accountId: number): Promise<Kobo> {
  const [row] = await queryable
    .select({ sum: sql<string>`coalesce(sum(coalesce(${monthlyInvoices.outstanding}, ${invoices.total})), 0)` })
    .from(invoices)
    .leftJoin(monthlyInvoices, eq(monthlyInvoices.invoiceId, invoices.id))
    .where(and(eq(invoices.userId, accountId), eq(invoices.status, 'open')));
  return koboFromDecimal(row?.sum ?? '0');
}

/** Newest first; `before` is the last number of the page before. */
export async function listOwnInvoices(
  queryable: Queryable,
  page: { readonly userId: number; readonly limit: number; readonly before: string | null },
) {
  const older =
    page.before === null
      ? undefined
      : sql`(${invoices.issuedAt}, ${invoices.id}) < (select i.issued_at, i.id from ${invoices} i where i.invoice_number = ${page.before} and i.user_id = ${page.userId})`;
  return selectInvoices(queryable)
    .where(and(eq(invoices.userId, page.userId), older))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(page.limit);
}

/**
 * Documents issued within a time, in the order of their numbers, after the one with the number
 * `after`.
 */
type IssuedWithin = {
  readonly from: Date;
  readonly until: Date;
  readonly after: { readonly year: number; readonly sequence: number } | null;
  readonly limit: number;
};

function isWithin(document: typeof invoices | typeof creditNotes, { from, until, after }: IssuedWithin) {
  const later = after ? sql`(${document.year}, ${document.sequence}) > (${after.year}, ${after.sequence})` : undefined;
  return and(gte(document.issuedAt, from), lt(document.issuedAt, until), later);
}

export async function listIssuedInvoices(queryable: Queryable, range: IssuedWithin) {
  return selectInvoices(queryable)
    .where(isWithin(invoices, range))
    .orderBy(invoices.year, invoices.sequence)
    .limit(range.limit);
}

/** Credit notes issued within the time, with the invoices that they correct. */
export async function listIssuedCreditNotes(queryable: Queryable, range: IssuedWithin) {
  return selectCorrected(queryable)
    .where(isWithin(creditNotes, range))
    .orderBy(creditNotes.year, creditNotes.sequence)
    .limit(range.limit);
}
