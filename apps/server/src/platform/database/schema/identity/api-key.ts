import { integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * With what the operator's programs call. Rows stay when a key is revoked or has expired: the audit log
 * names them.
 */
export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: varchar('name', { length: 100 }).notNull(),
  keyHash: varchar('key_hash', { length: 43 }).notNull().unique(),
  ending: varchar('ending', { length: 4 }).notNull(),
  scopes: text('scopes').array().notNull(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
  // When somebody said, after a restore, that it was not revoked since the backup.
  confirmedAt: moment('confirmed_at'),
  // Both lag a minute, so that not every call writes.
  lastUsedAt: moment('last_used_at'),
  lastAddress: varchar('last_address', { length: 45 }),
});
