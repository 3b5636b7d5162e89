import { sql } from 'drizzle-orm';
import { index, integer, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
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
    // Of the customer's fibre box: capitals and digits, and twelve hexadecimal digits in lower case.
    ontSerial: varchar('ont_serial', { length: 32 }),
    ontMac: varchar('ont_mac', { length: 12 }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('lines_account').on(table.accountId, table.id),
    uniqueIndex('lines_ont_serial').on(table.ontSerial).where(sql`${table.ontSerial} is not null`),
    index('lines_ont_mac').on(table.ontMac).where(sql`${table.ontMac} is not null`),
  ],
);
