import { integer, pgTable, timestamp, unique, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Papers that say who had an address at a moment; numbered without gaps in each Lagos year. What is kept is
 * what a third party may check: the paper itself is printed again from the sessions.
 */
export const addressPapers = pgTable(
  'address_papers',
  {
    number: varchar('number', { length: 30 }).primaryKey(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    // Printed on the paper; it opens nothing but facts of this row.
    code: varchar('code', { length: 16 }).notNull(),
    // Of everything that the paper says: the same is the same paper.
    factsKey: varchar('facts_key', { length: 43 }).notNull().unique('address_papers_facts'),
    address: varchar('address', { length: 45 }).notNull(),
    at: moment('at').notNull(),
    caseNumber: varchar('case_number', { length: 60 }).notNull(),
    // Of the accounts that it names, as customers write them.
    accountNumbers: varchar('account_numbers', { length: 20 }).array().notNull(),
    issuedAt: moment('issued_at').notNull(),
    issuedBy: integer('issued_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [unique('address_papers_sequence').on(table.year, table.sequence)],
);
