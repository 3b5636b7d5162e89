import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { userSubscriptions } from './subscription.ts';

/** Promises to pay: until the end of a promised day an unpaid line stays on. */
export const paymentPromises = pgTable(
  'payment_promises',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    // The month that is to be paid.
    periodNumber: integer('period_number').notNull(),
    // What was due when it was promised.
    amount: koboColumn('amount').notNull(),
    // From when on the line is on by the promise alone: the end of the grace period, or the promise itself.
    onFrom: timestamp('on_from', { withTimezone: true }).notNull(),
    // The midnight in Lagos with which the promised day ends.
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    state: varchar('state', { length: 10, enum: ['running', 'kept', 'broken', 'withdrawn'] }).notNull(),
    // Who of the staff recorded it; null where the customer made it.
    staffId: integer('staff_id').references(() => users.id),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    // Why staff withdrew it.
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('payment_promises_running').on(table.subscriptionId).where(sql`${table.state} = 'running'`),
    uniqueIndex('payment_promises_own')
      .on(table.subscriptionId, table.periodNumber)
      .where(sql`${table.staffId} is null`),
    index('payment_promises_period').on(table.subscriptionId, table.periodNumber),
    index('payment_promises_user').on(table.userId, table.madeAt),
    // How the last ones ended.
    index('payment_promises_ended').on(table.decidedAt).where(sql`${table.state} in ('kept', 'broken')`),
    check('payment_promises_decided', sql`(${table.state} = 'running') = (${table.decidedAt} is null)`),
  ],
);
