import { bigserial, index, integer, jsonb, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/**
 * What staff changed: who, what, when, before, after; in monthly partitions by `createdAt`. The
 * migration gives it a trigger that refuses UPDATE, DELETE and TRUNCATE.
 */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    action: varchar('action', { length: 60 }).notNull(),
    // What was changed, for example "ticket:<id>", "customer:42".
    subject: varchar('subject', { length: 100 }).notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('audit_records_subject').on(table.subject, table.id),
    index('audit_records_actor').on(table.actorId, table.id),
  ],
);
