import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/**
 * Codes sent by SMS, as HMACs. A person has at most one open code; the older rows are what the
 * sending limits count.
 */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // Null for a texted link, which counts against the same limits and can never be entered as a code.
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    // E.164.
    phone: varchar('phone', { length: 20 }).notNull(),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
    // The part of the caller's address that one household shares.
    addressPrefix: varchar('address_prefix', { length: 64 }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    // False until an SMS provider has accepted it: a code that was not sent does not count towards
    // a limit.
    counted: boolean('counted').notNull().default(true),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // Used, superseded or guessed too often: no longer valid.
    closedAt: timestamp('closed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('phone_codes_open').on(table.userId).where(sql`${table.closedAt} is null`),
    index('phone_codes_user').on(table.userId, table.createdAt),
    index('phone_codes_phone').on(table.phone, table.createdAt),
    index('phone_codes_address').on(table.addressPrefix, table.createdAt),
    index('phone_codes_created').on(table.createdAt),
  ],
);
