import { index, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account-people.ts';

/**
 * One place that is connected: its own subscription, usage, login, area and speed tests. A trigger
 * of `accounts` gives every account its first line, under the account's own id; a further line takes
 * its id from the sequence of `users`, so that no id is both (decision 072).
 */
export const lines = pgTable(
  'lines',
  {
    id: integer('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    // As its people call it; null until they have named it.
    label: varchar('label', { length: 60 }),
    // Where it is, as a technician finds it.
    place: varchar('place', { length: 200 }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('lines_account').on(table.accountId, table.id)],
);
