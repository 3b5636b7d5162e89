import { sql } from 'drizzle-orm';
import { index, integer, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { accounts } from '../identity/account-people.ts';

/**
 * The code in a customer's own payment link, which whoever pays for them opens. It lets nobody in, and is
 * shown to its owner again: it is stored as it is. A replaced one is unknown from then on.
 */
export const payCodes = pgTable(
  'pay_codes',
  {
    code: varchar('code', { length: 16 }).primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    index('pay_codes_account').on(table.accountId),
    uniqueIndex('pay_codes_present').on(table.accountId).where(sql`${table.replacedAt} is null`),
  ],
);
