import { sql } from 'drizzle-orm';
import { bigserial, integer, jsonb, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/**
 * Settings as staff have published them, and at most one draft of each subject. Published versions
 * are never edited: an older one is restored by publishing its value again.
 */
export const settingVersions = pgTable(
  'setting_versions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    subject: varchar('subject', { length: 60 }).notNull(),
    // Counts the published versions of a subject from 1; null for a draft.
    number: integer('number'),
    // Of a draft: the version that was edited, 0 for the installation's own value.
    basedOn: integer('based_on').notNull(),
    state: varchar('state', { length: 10, enum: ['draft', 'published', 'superseded'] }).notNull(),
    // Null stands for the installation's own value.
    value: jsonb('value').$type<unknown>(),
    note: varchar('note', { length: 300 }).notNull().default(''),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('setting_versions_once').on(table.subject, table.number),
    uniqueIndex('setting_versions_published').on(table.subject).where(sql`${table.state} = 'published'`),
    uniqueIndex('setting_versions_draft').on(table.subject).where(sql`${table.state} = 'draft'`),
  ],
);
