import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { monthColumn } from '../month-column.ts';
import { supportTickets } from './ticket.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * One conversation. Sending a message and moving a watermark change no indexed column, so that
 * PostgreSQL can update the row in place.
 */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    // 128 random bits: only those who were given the id can know it.
    id: uuid('id').primaryKey(),
    // Null for the conversation of somebody outside the portal (chat-contact.ts).
    userId: integer('user_id').references(() => users.id),
    status: varchar('status', { length: 10, enum: ['waiting', 'active', 'closed'] })
      .notNull()
      .default('waiting'),
    agentId: integer('agent_id').references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    // When it last entered the queue.
    waitingSince: moment('waiting_since').notNull().defaultNow(),
    // When an agent first accepted it.
    acceptedAt: moment('accepted_at'),
    firstReplyAt: moment('first_reply_at'),
    closedAt: moment('closed_at'),
    closeReason: varchar('close_reason', {
      length: 20,
      enum: ['resolved', 'no-answer', 'moved-to-ticket', 'misuse', 'ended-by-customer'],
    }),
    lastSeq: integer('last_seq').notNull().default(0),
    lastMessageAt: moment('last_message_at'),
    // How far the agents' messages were delivered to the customer and read, and the customer's to
    // the agents.
    userDeliveredSeq: integer('user_delivered_seq').notNull().default(0),
    userReadSeq: integer('user_read_seq').notNull().default(0),
    agentDeliveredSeq: integer('agent_delivered_seq').notNull().default(0),
    agentReadSeq: integer('agent_read_seq').notNull().default(0),
    ticketId: uuid('ticket_id').references(() => supportTickets.id),
    ticketNumber: varchar('ticket_number', { length: 20 }),
    // Of its start: its messages are in this partition, whenever they are written.
    month: monthColumn(),
  },
  (table) => [
    unique('chat_sessions_month').on(table.id, table.month),
    uniqueIndex('chat_sessions_one_open').on(table.userId).where(sql`${table.status} <> 'closed'`),
    index('chat_sessions_waiting').on(table.createdAt, table.id).where(sql`${table.status} = 'waiting'`),
    index('chat_sessions_active').on(table.agentId).where(sql`${table.status} = 'active'`),
    index('chat_sessions_closed').on(table.closedAt, table.id).where(sql`${table.status} = 'closed'`),
    index('chat_sessions_customer').on(table.userId, table.createdAt),
    index('chat_sessions_accepted').on(table.acceptedAt).where(sql`${table.acceptedAt} is not null`),
    check('chat_sessions_agent', sql`${table.status} <> 'active' or ${table.agentId} is not null`),
    check('chat_sessions_end', sql`(${table.status} = 'closed') = (${table.closedAt} is not null)`),
  ],
);

/**
 * Append-only. `seq` counts 1, 2, 3 … within its session, assigned under the session's row lock. In
 * monthly partitions by the month of the session: since all messages of a session are in one of
 * them, its unique keys hold for the session.
 */
export const chatMessages = pgTable(
  'chat_messages',
  {
    sessionId: uuid('session_id').notNull(),
    month: monthColumn(),
    seq: integer('seq').notNull(),
    sender: varchar('sender', { length: 5, enum: ['user', 'agent'] }).notNull(),
    // Null for somebody outside the portal.
    senderId: integer('sender_id').references(() => users.id),
    content: text('content').notNull(),
    clientMessageId: varchar('client_message_id', { length: 64 }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.seq, table.month] }),
    foreignKey({
      columns: [table.sessionId, table.month],
      foreignColumns: [chatSessions.id, chatSessions.month],
      name: 'chat_messages_session',
    }),
    // A repeated request finds its message instead of inserting another.
    uniqueIndex('chat_messages_client_id')
      .on(table.sessionId, table.senderId, table.clientMessageId, table.month)
      .where(sql`${table.clientMessageId} is not null`),
    check('chat_messages_seq', sql`${table.seq} >= 1`),
  ],
);

/**
 * Internal notes between staff. Separate from the messages, so that no answer to a customer can
 * contain one and their seq has no gaps.
 */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    afterSeq: integer('after_seq').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('chat_notes_session').on(table.sessionId, table.createdAt)],
);

/**
 * Agents who have connected. `seenAt` is updated while one of their sockets is open, on any
 * instance.
 */
export const chatAgents = pgTable('chat_agents', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  presence: varchar('presence', { length: 10, enum: ['available', 'away'] })
    .notNull()
    .default('available'),
  seenAt: moment('seen_at').notNull().defaultNow(),
});
