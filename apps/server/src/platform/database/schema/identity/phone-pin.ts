import { index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The PIN of four digits by which a person is known on a telephone that is not theirs, as an HMAC. */
export const phonePins = pgTable('phone_pins', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  pinHash: varchar('pin_hash', { length: 43 }).notNull(),
  setAt: moment('set_at').notNull(),
});

/**
 * Wrong PINs by what is counted: a telephone at an account, a telephone, or an account. The key is an HMAC,
 * so that it names nobody.
 */
export const phonePinAttempts = pgTable(
  'phone_pin_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull().default(0),
    blockedUntil: moment('blocked_until'),
    // When the telephone last proved the account; null where it never has.
    provenAt: moment('proven_at'),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [index('phone_pin_attempts_last').on(table.lastAt)],
);
