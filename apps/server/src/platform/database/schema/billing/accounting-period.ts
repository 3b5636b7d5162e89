import { integer, jsonb, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** What the accounts had in a month when it was closed: debits less credits in kobo, by account. */
export type PeriodFigures = { readonly accounts: Readonly<Record<string, number>>; readonly entries: number };

/**
 * A month of the ledger in Lagos that was closed at least once; `closed` takes no entry any more, which a
 * trigger on `ledger_entries` guarantees. `reopening`: somebody has asked for it to be opened, and a second
 * person is to decide.
 */
export const accountingPeriods = pgTable('accounting_periods', {
  month: varchar('month', { length: 7 }).primaryKey(),
  status: varchar('status', { length: 20, enum: ['closed', 'reopening', 'reopened'] }).notNull(),
  closedAt: timestamp('closed_at', { withTimezone: true }).notNull(),
  closedBy: integer('closed_by')
    .notNull()
    .references(() => users.id),
  note: varchar('note', { length: 500 }),
  figures: jsonb('figures').$type<PeriodFigures>(),
  reopenRequestedBy: integer('reopen_requested_by').references(() => users.id),
  reopenReason: varchar('reopen_reason', { length: 500 }),
  reopenedBy: integer('reopened_by').references(() => users.id),
  reopenedAt: timestamp('reopened_at', { withTimezone: true }),
});
