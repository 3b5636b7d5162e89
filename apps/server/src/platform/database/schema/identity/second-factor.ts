import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/**
 * The time-based codes (TOTP, RFC 6238) of a person. The secret is encrypted: a copy of this table
 * cannot produce codes. The tables keep the names of when only staff had them: a portal of the
 * release before reads them beside this one.
 */
export const secondFactors = pgTable('staff_second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  encryptedSecret: text('encrypted_secret').notNull(),
  // Null until the enrolment is verified with a first code: until then its codes are not accepted.
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  // The time step of the last accepted code: each is accepted once.
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  failures: integer('failures').notNull().default(0),
  blockedUntil: timestamp('blocked_until', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Recovery codes for a lost telephone, each valid once, as HMACs. */
export const recoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    usedAt: timestamp('used_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('staff_recovery_codes_user').on(table.userId)],
);
