import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { creditNotes, invoices } from './invoice.ts';

/** Why a document is not registered: what is wrong, where, and since when it is known. */
export type EInvoiceFault = { code: string; field: string | null; message: string; at: string };

/**
 * A document that the tax authority registers, one row for each. Before the first attempt it gets its
 * number there (`irn`) and its content (`document`), and has both in every attempt, so that the authority
 * knows a second one for what it is.
 */
export const eInvoices = pgTable(
  'e_invoices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // One of the two.
    invoiceId: uuid('invoice_id')
      .unique()
      .references(() => invoices.id),
    creditNoteId: uuid('credit_note_id')
      .unique()
      .references(() => creditNotes.id),
    documentNumber: varchar('document_number', { length: 30 }).notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Clearance: registered before it is sent to its buyer, who is a business. Reporting: within a day.
    procedure: varchar('procedure', { length: 20, enum: ['clearance', 'reporting'] }).notNull(),
    // Unknown: it was sent, or may have been, and the answer is missing.
    status: varchar('status', { length: 20, enum: ['waiting', 'unknown', 'registered', 'refused'] }).notNull(),
    irn: varchar('irn', { length: 60 }).unique(),
    document: jsonb('document').$type<unknown>(),
    attempts: smallint('attempts').notNull().default(0),
    // Null where nothing happens until a person acts.
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    fault: jsonb('fault').$type<EInvoiceFault>(),
    qrText: text('qr_text'),
    registeredAt: timestamp('registered_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('e_invoices_due').on(table.procedure, table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
    index('e_invoices_open').on(table.createdAt, table.id).where(sql`${table.status} <> 'registered'`),
    index('e_invoices_created').on(table.createdAt, table.id),
    index('e_invoices_user').on(table.userId),
  ],
);
