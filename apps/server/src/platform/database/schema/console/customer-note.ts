import { bigserial, index, integer, pgTable, primaryKey, timestamp, unique, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** What staff have noted about a customer; for staff only, and never changed. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    text: varchar('text', { length: 2000 }).notNull(),
    // The client's idempotency key for this note: sent again, it is the same note.
    clientNoteId: varchar('client_note_id', { length: 64 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('customer_notes_once').on(table.userId, table.authorId, table.clientNoteId),
    index('customer_notes_customer').on(table.userId, table.createdAt),
  ],
);

/** The words by which staff group customers, in lower case. */
export const customerTags = pgTable(
  'customer_tags',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tag: varchar('tag', { length: 30 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tag] }),
    index('customer_tags_tag').on(table.tag, table.userId),
  ],
);
