import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';
import { userSubscriptions } from './subscription.ts';

/** Days that staff give to a line for a reason. Above the operator's number they wait for a second person. */
export const courtesyDays = pgTable(
  'courtesy_days',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    days: integer('days').notNull(),
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
    index('courtesy_days_user').on(table.userId, table.createdAt),
    index('courtesy_days_line').on(table.lineId, table.createdAt),
    index('courtesy_days_waiting').on(table.createdAt).where(sql`${table.status} = 'awaiting-approval'`),
    check('courtesy_days_some', sql`${table.days} > 0`),
  ],
);
