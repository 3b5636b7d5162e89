import { bigint, boolean, index, integer, pgTable, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** Passkeys (WebAuthn credentials). Only their public keys are here: nobody can sign in with a copy. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // As the authenticator gave it, in base64url.
    credentialId: text('credential_id').notNull().unique(),
    // COSE, in base64url.
    publicKey: text('public_key').notNull(),
    // By what the authenticator knows its owner: random, the same for all passkeys of a person.
    userHandle: text('user_handle').notNull(),
    // How often the authenticator signed; 0 from those that do not count.
    counter: bigint('counter', { mode: 'number' }).notNull(),
    // Ways to reach the authenticator, such as usb or internal: a hint to the browser.
    transports: text('transports').array().notNull(),
    // Copied by its maker to the owner's other devices.
    synced: boolean('synced').notNull(),
    name: varchar('name', { length: 50 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    // When its counter went back, as that of a copy does.
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/**
 * What an authenticator has to sign, once and within five minutes. One for each browser and purpose:
 * `holder` is the id of its session, or the hash of a cookie before there is one.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    holder: text('holder').primaryKey(),
    challenge: text('challenge').notNull(),
    // Of a registration: the handle that was offered with it.
    userHandle: text('user_handle'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);
