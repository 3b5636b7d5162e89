import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, smallint, timestamp, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { accounts } from '../identity/account-people.ts';
import { koboColumn } from '../kobo-column.ts';
import { depositSlips } from './counter.ts';
import { invoices } from './invoice.ts';
import { payments } from './payment.ts';
import { userSubscriptions } from './subscription.ts';

/** An account that gets one invoice a month for all of its lines. Others have no row. */
export const companyBilling = pgTable(
  'company_billing',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    paymentTermsDays: integer('payment_terms_days').notNull(),
    // Day of the month, 1 to 28, on which the invoice is issued and its time begins.
    billingDay: integer('billing_day').notNull(),
    purchaseOrder: varchar('purchase_order', { length: 50 }),
    // Who gets the invoices by mail; null is the account's contact.
    billContactName: varchar('bill_contact_name', { length: 150 }),
    billContactEmail: varchar('bill_contact_email', { length: 255 }),
    // The billing day of the next invoice, at midnight in Lagos.
    nextInvoiceAt: timestamp('next_invoice_at', { withTimezone: true }).notNull(),
    // When the job looks at it next. Whoever changes what it depends on sets the current time.
    nextStepAt: timestamp('next_step_at', { withTimezone: true }).notNull(),
    // Since when its lines are off because an invoice is unpaid; null otherwise.
    suspendedAt: timestamp('suspended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('company_billing_due').on(table.nextStepAt)],
);

/** What is still owed for an invoice of all lines of an account. One for each account and month. */
export const monthlyInvoices = pgTable(
  'monthly_invoices',
  {
    invoiceId: uuid('invoice_id')
      .primaryKey()
      .references(() => invoices.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    // The Lagos month of its billing day, such as "2026-11".
    month: varchar('month', { length: 7 }).notNull(),
    outstanding: koboColumn('outstanding').notNull(),
    // The last reminder, in days from the due day: before it above zero; null before the first.
    remindedDays: smallint('reminded_days'),
  },
  (table) => [
    unique('monthly_invoices_once').on(table.accountId, table.month),
    index('monthly_invoices_unpaid').on(table.accountId).where(sql`${table.outstanding} > 0`),
  ],
);

/**
 * A time of a line that an invoice of all lines charges, for its plan or an add-on. The id of the plan's stands
 * in the `payment_id` of the subscription's period, as that of a payment does for a month that was paid by itself.
 */
export const invoicedPeriods = pgTable(
  'invoiced_periods',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    // Of its plan, or of the add-on that it charges beside it, whose id it then has.
    planName: varchar('plan_name', { length: 100 }).notNull(),
    addonId: uuid('addon_id'),
    // As on the invoice: without VAT where the catalogue's prices exclude it.
    amount: koboColumn('amount').notNull(),
    // As it was charged: a pause moves the time of the period, and not this.
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    // Null until the next invoice is issued.
    invoiceId: uuid('invoice_id').references(() => invoices.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('invoiced_periods_open').on(table.accountId).where(sql`${table.invoiceId} is null`),
    index('invoiced_periods_invoice').on(table.invoiceId),
  ],
);

/** What a payment, or the tax withheld with it, has paid of an invoice of all lines. */
export const invoiceSettlements = pgTable(
  'invoice_settlements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: varchar('kind', { length: 10, enum: ['payment', 'withheld'] }).notNull(),
    amount: koboColumn('amount').notNull(),
    // What of it went back to the customer, with credit notes.
    credited: koboColumn('credited').notNull().default(sql`0`),
    settledAt: timestamp('settled_at', { withTimezone: true }).notNull(),
    // A chargeback took the money: the invoice is owed again.
    reversedAt: timestamp('reversed_at', { withTimezone: true }),
  },
  (table) => [
    unique('invoice_settlements_once').on(table.paymentId, table.invoiceId, table.kind),
    index('invoice_settlements_invoice').on(table.invoiceId),
  ],
);

/** Tax that a company withheld from a payment, to be proved by the credit note of the tax authority. */
export const withholdingTaxes = pgTable(
  'withholding_taxes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    amount: koboColumn('amount').notNull(),
    recordedBy: integer('recorded_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // The document: all null until it comes. Its number is in capitals and without spaces.
    creditNoteNumber: varchar('credit_note_number', { length: 60 }).unique(),
    creditNoteDate: date('credit_note_date'),
    slipId: uuid('slip_id')
      .unique()
      .references(() => depositSlips.id),
    documentedBy: integer('documented_by').references(() => users.id),
    documentedAt: timestamp('documented_at', { withTimezone: true }),
    // The payment was refunded before the document came.
    reversedAt: timestamp('reversed_at', { withTimezone: true }),
  },
  (table) => [
    index('withholding_taxes_awaited')
      .on(table.createdAt, table.id)
      .where(sql`${table.creditNoteNumber} is null and ${table.reversedAt} is null`),
    index('withholding_taxes_account').on(table.accountId, table.createdAt),
  ],
);
