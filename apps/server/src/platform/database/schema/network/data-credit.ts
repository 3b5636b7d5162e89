import { bigserial, index, integer, pgTable, timestamp, unique, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';

/** Data that staff have added to the limit of a Lagos month. */
export const dataCredits = pgTable(
  'data_credits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    period: varchar('period', { length: 7 }).notNull(),
    gigabytes: integer('gigabytes').notNull(),
    reason: varchar('reason', { length: 500 }).notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    // A repeat of the same request credits nothing more.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull(),
    creditedAt: timestamp('credited_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('data_credits_month').on(table.lineId, table.period),
    unique('data_credits_once').on(table.staffId, table.clientRequestId),
  ],
);
