import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Copies of everything held about a person, made for them; the files go when they expire. */
export const privacyExports = pgTable(
  'privacy_exports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: varchar('status', { length: 10, enum: ['waiting', 'running', 'done', 'failed', 'expired'] }).notNull(),
    requestedAt: moment('requested_at').notNull(),
    // Moves while it is written: one that stands still is begun again.
    updatedAt: moment('updated_at').notNull(),
    // When the files are deleted.
    expiresAt: moment('expires_at'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
  },
  (table) => [
    index('privacy_exports_user').on(table.userId, table.requestedAt),
    uniqueIndex('privacy_exports_one').on(table.userId).where(sql`${table.status} in ('waiting', 'running')`),
    index('privacy_exports_open').on(table.status).where(sql`${table.status} in ('waiting', 'running', 'done')`),
  ],
);

/** Requests to be deleted. Those that are done prove that the person was. */
export const privacyDeletions = pgTable(
  'privacy_deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    status: varchar('status', { length: 10, enum: ['scheduled', 'withdrawn', 'done'] }).notNull(),
    requestedAt: moment('requested_at').notNull(),
    dueAt: moment('due_at').notNull(),
    endedAt: moment('ended_at'),
    // The uploaded files that are still to be removed from the disk.
    files: jsonb('files').$type<string[]>().notNull().default([]),
    // What prevented it when it was last due.
    obstacles: jsonb('obstacles').$type<string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('privacy_deletions_one').on(table.userId).where(sql`${table.status} = 'scheduled'`),
    index('privacy_deletions_due').on(table.dueAt).where(sql`${table.status} = 'scheduled'`),
    index('privacy_deletions_files').on(table.id).where(sql`${table.files} <> '[]'::jsonb`),
  ],
);
