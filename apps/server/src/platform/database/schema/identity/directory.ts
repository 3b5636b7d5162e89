import { integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/**
 * Who a person of an OpenID Connect directory is here. The subject is the directory's own name for
 * somebody, which neither a new address nor a new name changes.
 */
export const directoryIdentities = pgTable(
  'directory_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('directory_identities_once').on(table.userId, table.issuer),
  ],
);
