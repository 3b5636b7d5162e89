import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, timestamp, unique, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';
import type { InvoiceParty } from './invoice.ts';

/** What a proof says, fixed on the day it is issued. Null is: nothing is known, or nothing is paid. */
export type ProofSnapshot = {
  issuer: InvoiceParty;
  accountNumber: string;
  name: string;
  place: string | null;
  since: string;
  paidUntil: string | null;
};

/** Papers that say to a third party who has an account; numbered without gaps in each Lagos year. */
export const accountProofs = pgTable(
  'account_proofs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    proofNumber: varchar('proof_number', { length: 30 }).notNull().unique(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    language: varchar('language', { length: 2, enum: ['en', 'yo', 'ha', 'ig'] }).notNull(),
    // Printed on the paper, again on every copy of it; it opens nothing but facts of this row.
    code: varchar('code', { length: 16 }).notNull(),
    // Of the facts, the language and the day: the same are the same paper.
    factsKey: varchar('facts_key', { length: 43 }).notNull(),
    snapshot: jsonb('snapshot').$type<ProofSnapshot>().notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    issuedBy: integer('issued_by')
      .notNull()
      .references(() => users.id),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    withdrawnBy: integer('withdrawn_by').references(() => users.id),
  },
  (table) => [
    unique('account_proofs_sequence').on(table.year, table.sequence),
    uniqueIndex('account_proofs_facts').on(table.userId, table.factsKey).where(sql`${table.withdrawnAt} is null`),
    index('account_proofs_user').on(table.userId, table.issuedAt),
  ],
);
