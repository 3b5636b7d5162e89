import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { accounts } from '../identity/account-people.ts';
import { lines } from '../identity/line.ts';
import { userSubscriptions } from './subscription.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Lines that staff offer to another owner, who accepts by a link. Both tokens are only known to whom
 * they were sent: the table has their hashes.
 */
export const ownerChanges = pgTable(
  'owner_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fromAccountId: integer('from_account_id')
      .notNull()
      .references(() => accounts.id),
    // Null until somebody without an account has opened one and accepted.
    toAccountId: integer('to_account_id').references(() => accounts.id),
    // Where the link went while it waits, a mailbox or a telephone number; null once it is decided.
    recipient: varchar('recipient', { length: 255 }),
    status: varchar('status', {
      length: 10,
      enum: ['waiting', 'accepted', 'declined', 'withdrawn', 'expired'],
    }).notNull(),
    // Of the new owner, who accepts or declines with it.
    offerTokenHash: varchar('offer_token_hash', { length: 43 }).notNull().unique(),
    // Of the present owner, who stops it with it.
    stopTokenHash: varchar('stop_token_hash', { length: 43 }).notNull().unique(),
    // How staff knew the present owner, and why the line moves.
    identifiedBy: varchar('identified_by', { length: 60 }).notNull(),
    reason: varchar('reason', { length: 500 }).notNull(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
    // The person who accepted; null where a link without a session, or time, has decided.
    decidedBy: integer('decided_by').references(() => users.id),
  },
  (table) => [
    index('owner_changes_from').on(table.fromAccountId, table.createdAt),
    index('owner_changes_to').on(table.toAccountId, table.createdAt).where(sql`${table.toAccountId} is not null`),
    index('owner_changes_waiting').on(table.expiresAt).where(sql`${table.status} = 'waiting'`),
  ],
);

/** A line of such an offer, and what it became in the other account. */
export const ownerChangeLines = pgTable(
  'owner_change_lines',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => ownerChanges.id, { onDelete: 'cascade' }),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    // As its people called it then.
    label: varchar('label', { length: 60 }).notNull(),
    // While the offer waits: a line is offered to one owner at a time.
    isOpen: boolean('is_open').notNull(),
    // All null until it is accepted. The subscription that ended, and the one that has its paid time.
    subscriptionId: uuid('subscription_id').references(() => userSubscriptions.id),
    toLineId: integer('to_line_id').references(() => lines.id),
    toSubscriptionId: uuid('to_subscription_id').references(() => userSubscriptions.id),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.lineId] }),
    uniqueIndex('owner_change_lines_open').on(table.lineId).where(sql`${table.isOpen}`),
    index('owner_change_lines_subscription').on(table.subscriptionId).where(sql`${table.subscriptionId} is not null`),
  ],
);
