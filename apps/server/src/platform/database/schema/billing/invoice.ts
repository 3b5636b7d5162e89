import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { payments } from './payment.ts';
import { userSubscriptions } from './subscription.ts';

/**
 * Counters of numbered documents; incremented inside the transaction that issues one, so that a
 * rollback leaves no gap.
 */
export const numberSeries = pgTable(
  'number_series',
  {
    series: varchar('series', { length: 20 }).notNull(),
    year: integer('year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

/**
 * Everything that the receipt shows, fixed at the moment of payment. Line amounts in kobo. Receipts
 * from before settings were edited on screen lack the seller: it was the installation's own.
 */
export type ReceiptSnapshot = {
  seller?: InvoiceParty;
  customerName: string;
  customerEmail: string;
  planName: string;
  periodStart: string | null;
  periodEnd: string | null;
  lines: { label: string; amountKobo: number }[];
};

export const receipts = pgTable(
  'receipts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    receiptNumber: varchar('receipt_number', { length: 30 }).notNull().unique(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    total: koboColumn('total').notNull(),
    vatIncluded: koboColumn('vat_included').notNull(),
    snapshot: jsonb('snapshot').$type<ReceiptSnapshot>().notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('receipts_sequence').on(table.year, table.sequence),
    index('receipts_user').on(table.userId, table.issuedAt),
  ],
);

/** The seller and the buyer when the document was issued; null is unknown. */
export type InvoiceParty = {
  name: string;
  address: string | null;
  taxId: string | null;
  registrationNumber: string | null;
  email: string;
  phone: string | null;
};

/** How something is taxed: at the rate of its day, or at none for one of two reasons. */
export type VatCategory = 'standard' | 'zero-rated' | 'exempt';

/** What of a document is taxed alike. A rounding of a kobo may lie between the whole and its parts. */
export type VatSubtotal = {
  category: VatCategory;
  rate: number;
  /** All of it, with its VAT. */
  grossKobo: number;
  /** What the VAT is computed of. */
  taxableKobo: number;
  vatKobo: number;
};

/**
 * Everything that an invoice shows besides its own columns. Line amounts in kobo; they add up to
 * the total.
 */
export type InvoiceSnapshot = {
  seller: InvoiceParty;
  buyer: InvoiceParty;
  planName: string;
  speed: string;
  periodStart: string;
  periodEnd: string;
  /** `vat` where a line is taxed otherwise than the invoice's rate says. */
  lines: { label: string; amountKobo: number; vat?: { category: VatCategory; rate: number } }[];
  /** By rate and category, fixed when it was issued. Invoices of earlier releases have none: all is at their rate. */
  vat?: VatSubtotal[];
  /** The buyer's own number of the order; absent where they gave none. */
  purchaseOrder?: string;
};

/**
 * What was or will be supplied, numbered without gaps in each Lagos year. Never edited: a wrong one
 * is void, a refunded one has a credit note.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    invoiceNumber: varchar('invoice_number', { length: 30 }).notNull().unique(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Null for what an account without a plan was charged.
    subscriptionId: uuid('subscription_id').references(() => userSubscriptions.id),
    periodNumber: integer('period_number').notNull(),
    // A month of service, a purchase for the current month, a one-off charge, or a month of all lines
    // of a company, which has the subscription of its first line and more than one payment.
    kind: varchar('kind', { length: 20, enum: ['period', 'upgrade', 'bundle', 'charge', 'monthly'] }).notNull(),
    status: varchar('status', { length: 20, enum: ['open', 'paid', 'void'] }).notNull(),
    total: koboColumn('total').notNull(),
    vat: koboColumn('vat').notNull(),
    // In basis points: that of the day of issue, zero for what bears none; of its lines where several rates are.
    vatRate: smallint('vat_rate').notNull().default(750),
    snapshot: jsonb('snapshot').$type<InvoiceSnapshot>().notNull(),
    // The reference from the tax authority's e-invoicing; null until that exists.
    electronicReference: varchar('electronic_reference', { length: 100 }),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    voidedAt: timestamp('voided_at', { withTimezone: true }),
    voidReason: varchar('void_reason', { length: 30, enum: ['replaced', 'cancelled', 'suspended', 'postponed'] }),
  },
  (table) => [
    unique('invoices_sequence').on(table.year, table.sequence),
    // One invoice for each month of service, whoever issues it.
    uniqueIndex('invoices_period')
      .on(table.subscriptionId, table.periodNumber)
      .where(sql`${table.kind} = 'period' and ${table.status} <> 'void'`),
    index('invoices_open').on(table.subscriptionId).where(sql`${table.status} = 'open'`),
    index('invoices_user').on(table.userId, table.issuedAt, table.id),
    // Whom staff call about what they owe.
    index('invoices_overdue').on(table.dueAt).where(sql`${table.status} = 'open'`),
    index('invoices_issued').on(table.issuedAt, table.id),
    // The tax point of what is paid in advance.
    index('invoices_paid').on(table.paidAt).where(sql`${table.paidAt} is not null`),
  ],
);

/** The correction of an invoice that was refunded. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    creditNoteNumber: varchar('credit_note_number', { length: 30 }).notNull().unique(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    total: koboColumn('total').notNull(),
    vat: koboColumn('vat').notNull(),
    // What it takes back by rate and category; null in those of earlier releases.
    vatBreakdown: jsonb('vat_breakdown').$type<VatSubtotal[]>(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('credit_notes_sequence').on(table.year, table.sequence),
    index('credit_notes_invoice').on(table.invoiceId),
    index('credit_notes_issued').on(table.issuedAt),
  ],
);

/** What a customer wants on their invoices besides their name. */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyName: varchar('company_name', { length: 150 }),
    address: varchar('address', { length: 300 }),
    taxId: varchar('tax_id', { length: 20 }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // What staff search by, as in `users`.
    index('billing_details_company_search').on(sql`search_key(${table.companyName}) text_pattern_ops`),
    index('billing_details_tax_id_search').on(sql`search_key(${table.taxId}) text_pattern_ops`),
  ],
);
