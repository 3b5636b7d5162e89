import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    email: varchar('email', { length: 255 }).notNull().unique(),
    // Folded spelling (case, Unicode look-alikes, dots and tags of Gmail), so that one mailbox
    // opens one account.
    emailKey: varchar('email_key', { length: 255 }).notNull().unique(),
    passwordHash: varchar('password_hash', { length: 255 }).notNull(),
    role: varchar('role', { length: 50 }).notNull().default('customer'),
    firstName: varchar('first_name', { length: 100 }),
    lastName: varchar('last_name', { length: 100 }),
    profileImageUrl: text('profile_image_url'),
    phone: varchar('phone', { length: 20 }),
    phoneVerifiedAt: timestamp('phone_verified_at', { withTimezone: true }),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    referralCode: varchar('referral_code', { length: 32 }).notNull().unique(),
    disabled: boolean('disabled').notNull().default(false),
    // Of staff: no code of an app and no recovery code stands in for one of their passkeys.
    passkeyOnly: boolean('passkey_only').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // What staff search by: the beginning of a name, an address or a number. `search_key` folds
    // case and tone marks (see the migration).
    index('users_first_name_search').on(sql`search_key(${table.firstName}) text_pattern_ops`),
    index('users_last_name_search').on(sql`search_key(${table.lastName}) text_pattern_ops`),
    index('users_email_search').on(sql`search_key(${table.email}) text_pattern_ops`),
    // The words of a customer's name, address and number with one error each (see the migration).
    index('users_spelling').using(
      'gin',
      sql`customer_spelling(${table.firstName}, ${table.lastName}, ${table.email}, ${table.phone})`,
    ),
    index('users_phone_search').on(table.phone.op('varchar_pattern_ops')),
    index('users_newest').on(table.createdAt, table.id),
    // Few among all customers, and notified of every ticket.
    index('users_staff').on(table.id).where(sql`${table.role} = 'admin'`),
  ],
);

/**
 * `sid` is an HMAC of the cookie's token: a copy of this table does not allow anyone to sign in.
 */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<{ address: string; userAgent: string }>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expire: timestamp('expire', { withTimezone: true }).notNull(),
    // When the second factor was verified in this session; null before that, and without one.
    secondFactorAt: timestamp('second_factor_at', { withTimezone: true }),
    // When the person last proved here that it is them. Null for sessions of the release before.
    provenAt: timestamp('proven_at', { withTimezone: true }).defaultNow(),
    // A customer with an authenticator app has given the password alone: good for the code, and for nothing else.
    awaitsSecondFactor: boolean('awaits_second_factor').notNull().default(false),
    // The account that the person chose. Ignored when they do not belong to it, or not any longer.
    accountId: integer('account_id'),
  },
  (table) => [index('sessions_expire').on(table.expire), index('sessions_user').on(table.userId)],
);

/**
 * Failed sign-ins by account or address key; counted before the password is verified, so that
 * parallel attempts cannot exceed the limit.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull().default(0),
    lastFailureAt: timestamp('last_failure_at', { withTimezone: true }).notNull(),
    blockedUntil: timestamp('blocked_until', { withTimezone: true }),
  },
  (table) => [index('sign_in_attempts_last_failure').on(table.lastFailureAt)],
);

/**
 * The devices on which an account was opened or signed in to, by the serial of the device cookie
 * (docs/decisions/010-sign-in-throttle.md): two accounts on one device are not a valid referral.
 */
export const accountDevices = pgTable(
  'account_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: varchar('device', { length: 16 }).notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
    // Since the person said "it was not me": the next sign-in on it is one of a new device. The row
    // stays, since it still shows that two accounts were opened on one device.
    forgottenAt: timestamp('forgotten_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] }), index('account_devices_seen').on(table.seenAt)],
);

/**
 * Mailed and texted links, by the HMAC of their token. A link works once, until it expires, for the address or
 * number it was sent to; "it was not me" also when the account has been given another address since.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: varchar('purpose', { length: 30, enum: ['password-reset', 'email-verification', 'not-me'] }).notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    // The number that it was texted to, E.164; null for a mailed link.
    phone: varchar('phone', { length: 20 }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('account_tokens_user').on(table.userId, table.purpose),
    index('account_tokens_expiry').on(table.expiresAt),
  ],
);

/**
 * How many links were mailed recently, by the HMAC of their purpose and of the mailbox; counted for
 * mailboxes without an account too, so that the timing reveals nothing.
 */
export const linkMailCounts = pgTable(
  'link_mail_counts',
  {
    key: text('key').primaryKey(),
    mails: integer('mails').notNull(),
    lastMailAt: timestamp('last_mail_at', { withTimezone: true }).notNull(),
    // The end of the day that is counted.
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('link_mail_counts_end').on(table.endsAt)],
);
