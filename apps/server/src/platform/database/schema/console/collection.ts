import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { supportTickets } from '../support/ticket.ts';

const outcome = (name: string) =>
  varchar(name, {
    length: 20,
    enum: ['promised', 'says-paid', 'no-answer', 'call-later', 'disputed', 'wrong-number'],
  });

/**
 * Who works on what an account owes, and how the last call about it ended; no row before the first time.
 * What is owed is read from the invoices whenever it is shown.
 */
export const collectionAccounts = pgTable(
  'collection_accounts',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    claimedBy: integer('claimed_by').references(() => users.id),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    // From then on anybody may take it.
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    lastOutcome: outcome('last_outcome'),
    lastCallAt: timestamp('last_call_at', { withTimezone: true }),
    lastCallBy: integer('last_call_by').references(() => users.id),
    // The Lagos day of the last promise of what no line's promise is about.
    promisedDay: date('promised_day'),
    // The telephone that turned out not to be theirs: it is wrong for as long as it is the account's.
    wrongPhone: varchar('wrong_phone', { length: 20 }),
    disputeTicketId: uuid('dispute_ticket_id').references(() => supportTickets.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('collection_accounts_claimed').on(table.claimedBy).where(sql`${table.claimedBy} is not null`),
    check(
      'collection_accounts_claim',
      sql`(${table.claimedBy} is null) = (${table.claimedUntil} is null) and (${table.claimedBy} is null) = (${table.claimedAt} is null)`,
    ),
  ],
);

/** How the calls about what is owed ended. */
export const collectionCalls = pgTable(
  'collection_calls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    outcome: outcome('outcome').notNull(),
    calledAt: timestamp('called_at', { withTimezone: true }).notNull(),
    // What was owed then.
    owed: koboColumn('owed').notNull(),
    // The promised day in Lagos.
    promisedDay: date('promised_day'),
    nextCallAt: timestamp('next_call_at', { withTimezone: true }),
    note: varchar('note', { length: 2000 }),
    ticketId: uuid('ticket_id').references(() => supportTickets.id, { onDelete: 'set null' }),
    // Chosen by the page: sent again, it is the same call.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull(),
  },
  (table) => [
    unique('collection_calls_once').on(table.staffId, table.clientRequestId),
    index('collection_calls_user').on(table.userId, table.calledAt),
    index('collection_calls_day').on(table.calledAt),
  ],
);

/** Calls that staff have arranged. */
export const callBacks = pgTable(
  'call_backs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    reason: varchar('reason', { length: 10, enum: ['owes', 'other'] }).notNull(),
    about: varchar('about', { length: 500 }).notNull(),
    madeBy: integer('made_by')
      .notNull()
      .references(() => users.id),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    // Done, or not needed any more; null while it waits.
    endedAt: timestamp('ended_at', { withTimezone: true }),
    // Null where a payment ended it.
    endedBy: integer('ended_by').references(() => users.id),
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull(),
  },
  (table) => [
    unique('call_backs_once').on(table.madeBy, table.clientRequestId),
    index('call_backs_waiting').on(table.dueAt, table.id).where(sql`${table.endedAt} is null`),
    index('call_backs_user').on(table.userId, table.dueAt).where(sql`${table.endedAt} is null`),
    // One about what an account owes.
    uniqueIndex('call_backs_owes').on(table.userId).where(sql`${table.endedAt} is null and ${table.reason} = 'owes'`),
  ],
);
