import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
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
import { chatSessions } from './chat.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Somebody who writes from outside the portal: an address at a channel for as long as it is the same
 * person's. When the address goes to somebody else this row ends and another begins, so that nobody
 * inherits a conversation.
 */
export const chatContacts = pgTable(
  'chat_contacts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    channel: varchar('channel', { length: 10, enum: ['whatsapp'] }).notNull(),
    // The number in E.164, or the channel's own id of somebody who hides it.
    address: varchar('address', { length: 256 }).notNull(),
    // As they call themselves there: to show, never to recognise them by.
    name: varchar('name', { length: 100 }),
    // Whose account it is, once that is known; `linkedBy` are staff who identified them, null where the
    // number is verified.
    userId: integer('user_id').references(() => users.id),
    linkedBy: integer('linked_by').references(() => users.id),
    linkedAt: moment('linked_at'),
    // Until when the channel lets us write freely; null while they have never written.
    writableUntil: moment('writable_until'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('chat_contacts_current').on(table.channel, table.address).where(sql`${table.endedAt} is null`),
    index('chat_contacts_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('chat_contacts_age').on(table.createdAt),
  ],
);

/** The conversations of a contact; at most one is open, which the lock of the contact's row guarantees. */
export const chatContactSessions = pgTable(
  'chat_contact_sessions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    contactId: bigint('contact_id', { mode: 'number' })
      .notNull()
      .references(() => chatContacts.id),
    // How far the channel was told that the contact's messages were read.
    toldReadSeq: integer('told_read_seq').notNull().default(0),
  },
  (table) => [index('chat_contact_sessions_contact').on(table.contactId)],
);

/**
 * What became of an agent's message that leaves the portal. `unknown`: it was sent and nothing came
 * back, so that it may have arrived. No row for messages that are read in the portal.
 */
export const chatDeliveries = pgTable(
  'chat_deliveries',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'unknown', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    // Why it failed, in words for the agent.
    reason: varchar('reason', { length: 300 }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
);

/** Files that came with messages from outside; their bytes are in the folder of uploads, by id. */
export const chatFiles = pgTable(
  'chat_files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sessionId: uuid('session_id').notNull(),
    seq: integer('seq').notNull(),
    name: varchar('name', { length: 200 }).notNull(),
    mediaType: varchar('media_type', { length: 50 }).notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('chat_files_message').on(table.sessionId, table.seq),
    index('chat_files_age').on(table.createdAt),
    check('chat_files_size', sql`${table.sizeBytes} > 0`),
  ],
);
