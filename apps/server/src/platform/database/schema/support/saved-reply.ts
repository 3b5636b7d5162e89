import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** Texts that every agent may use, with variables such as {firstName}. `content` is the English one. */
export const savedReplies = pgTable('saved_replies', {
  id: uuid('id').primaryKey().defaultRandom(),
  title: varchar('title', { length: 60 }).notNull(),
  content: text('content').notNull(),
  yo: text('yo'),
  ha: text('ha'),
  ig: text('ig'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** What one press does to a ticket; what is null stays as it is. */
export const ticketMacros = pgTable(
  'ticket_macros',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: varchar('title', { length: 60 }).notNull(),
    // What it answers to the customer.
    savedReplyId: uuid('saved_reply_id').references(() => savedReplies.id),
    status: varchar('status', { length: 20, enum: ['in-progress', 'resolved', 'closed'] }),
    priority: varchar('priority', { length: 20, enum: ['low', 'medium', 'high', 'urgent'] }),
    assignTo: varchar('assign_to', { length: 10, enum: ['me', 'nobody', 'person'] }),
    assigneeId: integer('assignee_id').references(() => users.id),
    addTags: text('add_tags').array().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('ticket_macros_reply').on(table.savedReplyId),
    check(
      'ticket_macros_assignee',
      sql`(${table.assignTo} is not distinct from 'person') = (${table.assigneeId} is not null)`,
    ),
  ],
);
