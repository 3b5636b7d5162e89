import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

/** Credit that staff give to a customer. Above the operator's sum it waits for a second person. */
export const billingAdjustments = pgTable(
  'billing_adjustments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amount: koboColumn('amount').notNull(),
    reason: text('reason').notNull(),
    status: varchar('status', { length: 20, enum: ['awaiting-approval', 'booked', 'declined'] }).notNull(),
    // Chosen by the page: a repeat after a lost answer has no second effect. Null from other programs.
    clientRequestId: varchar('client_request_id', { length: 64 }).unique(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    // The second person, or who took it back; null where none was needed.
    decidedBy: integer('decided_by').references(() => users.id),
    decisionReason: text('decision_reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    index('billing_adjustments_user').on(table.userId, table.createdAt),
    index('billing_adjustments_waiting').on(table.createdAt).where(sql`${table.status} = 'awaiting-approval'`),
  ],
);
