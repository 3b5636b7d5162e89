import { index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { servicePlans } from '../catalogue/plan.ts';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';
import { koboColumn } from '../kobo-column.ts';
import { oneOffCharges } from './charge.ts';
import { payments } from './payment.ts';

/**
 * A link that staff made, with which anybody pays once for a customer. Its token is only known to
 * whom it was sent: the table has its hash.
 */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: varchar('token_hash', { length: 43 }).notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    // A sum pays what is due and becomes credit; a month is that of `planId` with `periodNumber`.
    kind: varchar('kind', { length: 10, enum: ['sum', 'charge', 'month'] }).notNull(),
    // What it cost when it was made; a sum stays so, the others cost what they cost when they are paid.
    amount: koboColumn('amount').notNull(),
    label: varchar('label', { length: 255 }).notNull(),
    chargeId: uuid('charge_id').references(() => oneOffCharges.id),
    planId: uuid('plan_id').references(() => servicePlans.id),
    periodNumber: integer('period_number'),
    status: varchar('status', { length: 10, enum: ['open', 'paid', 'withdrawn'] }).notNull(),
    sentBy: varchar('sent_by', { length: 10, enum: ['screen', 'mail', 'text'] }).notNull(),
    // Chosen by the page: a repeat after a lost answer makes no other.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    withdrawnBy: integer('withdrawn_by').references(() => users.id),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
  },
  (table) => [index('payment_links_user').on(table.userId, table.createdAt)],
);
