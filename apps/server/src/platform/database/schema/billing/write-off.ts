import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { invoices } from './invoice.ts';

/**
 * An open invoice that nobody expects to be paid any more. Above the operator's sum it waits for a
 * second person. `reversed` when it is paid after all, or when staff take it back.
 */
export const writeOffs = pgTable(
  'write_offs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amount: koboColumn('amount').notNull(),
    reason: text('reason').notNull(),
    status: varchar('status', { length: 20, enum: ['awaiting-approval', 'booked', 'declined', 'reversed'] }).notNull(),
    // Chosen by the page: a repeat after a lost answer has no second effect.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    // The second person, or who took it back; null where none was needed.
    decidedBy: integer('decided_by').references(() => users.id),
    decisionReason: text('decision_reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    // Null where a payment did it.
    reversedBy: integer('reversed_by').references(() => users.id),
    reversedAt: timestamp('reversed_at', { withTimezone: true }),
  },
  (table) => [
    // One that stands for each invoice.
    uniqueIndex('write_offs_one').on(table.invoiceId).where(sql`${table.status} in ('awaiting-approval', 'booked')`),
    index('write_offs_user').on(table.userId, table.createdAt),
    index('write_offs_waiting').on(table.createdAt).where(sql`${table.status} = 'awaiting-approval'`),
  ],
);
