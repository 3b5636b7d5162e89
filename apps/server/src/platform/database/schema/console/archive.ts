import { bigint, index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Archives of the whole portal that owners ordered in the console; the file goes when it expires. */
export const archives = pgTable(
  'archives',
  {
    id: uuid('id').primaryKey(),
    status: varchar('status', { length: 10, enum: ['running', 'done', 'failed', 'expired'] }).notNull(),
    startedBy: integer('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: moment('started_at').notNull(),
    // Moves while it is written: one that stands still has died with its process.
    updatedAt: moment('updated_at').notNull(),
    finishedAt: moment('finished_at'),
    // When the file is deleted.
    expiresAt: moment('expires_at'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    failure: varchar('failure', { length: 300 }),
  },
  (table) => [index('archives_started').on(table.startedAt)],
);
