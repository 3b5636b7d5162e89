import { contactChangeKinds } from '@portal/contract/identity/corrections';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** New mailboxes and numbers that staff have entered: those that wait for their own link, and what they replaced. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: varchar('kind', { length: 10, enum: contactChangeKinds }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    value: varchar('value', { length: 255 }).notNull(),
    // What the account had when it was asked for; an account without a mailbox has a made-up address.
    previous: varchar('previous', { length: 255 }),
    previousVerified: boolean('previous_verified').notNull(),
    // The HMAC of the token in the mail or text; null where two members of staff have seen a card.
    tokenHash: text('token_hash').unique(),
    // `reverted`: the person has said that it was not them.
    state: varchar('state', { length: 10, enum: ['waiting', 'counted', 'withdrawn', 'expired', 'reverted'] }).notNull(),
    identifiedBy: varchar('identified_by', { length: 60 }).notNull(),
    reason: text('reason').notNull(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('contact_changes_user').on(table.userId, table.requestedAt),
    // One of a kind waits for each customer; also finds those that wait.
    uniqueIndex('contact_changes_waiting').on(table.userId, table.kind).where(sql`${table.state} = 'waiting'`),
  ],
);
