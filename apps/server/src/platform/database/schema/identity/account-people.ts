import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** What a person may do in an account (product.md, "Accounts, lines, people"). */
const role = () => varchar('role', { length: 20, enum: ['owner', 'billing', 'technical'] }).notNull();

/**
 * Who pays. A trigger of `users` opens an account for everybody who registers, under the same id,
 * and makes them its owner (decision 071): what belongs to an account is stored under that id.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: integer('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    // Ten digits, the last one a check digit; computed from the id (see the migration).
    number: varchar('number', { length: 10 }).notNull().generatedAlwaysAs(sql`account_number(id)`).unique(),
    // Who gets the account's mails and is named on its invoices: one of its owners.
    contactId: integer('contact_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 10, enum: ['home', 'company'] })
      .notNull()
      .default('home'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    // The account of the same person that it has become a part of (decision 112). Its person is disabled,
    // and whoever signs in as them acts as the person of that account. The foreign keys of the merge hold both.
    mergedInto: integer('merged_into'),
  },
  (table) => [index('accounts_merged').on(table.mergedInto).where(sql`${table.mergedInto} is not null`)],
);

/** The people of an account. One person may belong to several. */
export const accountPeople = pgTable(
  'account_people',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: role(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    // Read with every session.
    index('account_people_user').on(table.userId, table.createdAt, table.accountId),
  ],
);

/** Invitations by mail. Whoever has the link accepts it, once, until it expires. */
export const accountInvitations = pgTable(
  'account_invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 255 }).notNull(),
    emailKey: varchar('email_key', { length: 255 }).notNull(),
    role: role(),
    // The HMAC of the token in the mail.
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: integer('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // Accepted, withdrawn or replaced by a newer one.
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('account_invitations_open').on(table.accountId, table.emailKey).where(sql`${table.closedAt} is null`),
    index('account_invitations_expiry').on(table.expiresAt),
  ],
);
