import { actorKinds } from '@portal/kernel/audit-entry';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/**
 * What was changed: by whom (packages/kernel/src/audit-entry.ts), what, when, before, after; in monthly partitions by `createdAt`. The
 * migration gives it a trigger that refuses UPDATE, DELETE and TRUNCATE.
 */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    // Null in records of the release before these columns, and of the operator's command line.
    actorKind: varchar('actor_kind', { length: 10, enum: actorKinds }),
    // The name of the program, where it was one: of a job, an API key or a gateway.
    actorProgram: varchar('actor_program', { length: 100 }),
    actorKeyId: uuid('actor_key_id'),
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

/** When each member of staff last opened the page of each customer, for some minutes: so one view is audited once. */
export const customerViews = pgTable(
  'customer_views',
  {
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedAt: timestamp('viewed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.userId] })],
);
