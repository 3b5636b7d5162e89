import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Keys that outlive every secret of the configuration, encrypted: what they key cannot be made anew
 * when a secret is turned.
 */
export const installationKeys = pgTable('installation_keys', {
  name: text('name').primaryKey(),
  encryptedKey: text('encrypted_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
