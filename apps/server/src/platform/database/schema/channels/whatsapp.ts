import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { chatSessions } from '../support/chat.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What WhatsApp reports, as it came and before anything of it is understood: one row for each message
 * and each status, however often it is sent. `stored` until a worker has dealt with it; `parked` what
 * nothing could be made of.
 */
export const whatsappEvents = pgTable(
  'whatsapp_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    eventKey: varchar('event_key', { length: 300 }).notNull().unique(),
    kind: varchar('kind', { length: 10, enum: ['message', 'status', 'field', 'unreadable'] }).notNull(),
    // Whose message it is: those of one sender are dealt with one after the other. Null for the rest.
    sender: varchar('sender', { length: 256 }),
    // JSON as it came, or base64 of what is no text; of a message encrypted until it is dealt with, and
    // empty where the menu has answered it: it may be a PIN.
    raw: text('raw').notNull(),
    state: varchar('state', { length: 10, enum: ['stored', 'done', 'parked'] })
      .notNull()
      .default('stored'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: varchar('last_error', { length: 300 }),
    receivedAt: moment('received_at').notNull(),
    // Where the message is in its conversation.
    sessionId: uuid('session_id').references(() => chatSessions.id, { onDelete: 'set null' }),
    seq: integer('seq'),
  },
  (table) => [
    index('whatsapp_events_due').on(table.nextAttemptAt, table.id).where(sql`${table.state} = 'stored'`),
    index('whatsapp_events_sender').on(table.sender, table.id).where(sql`${table.state} = 'stored'`),
    // The message of the contact that it became, to be marked as read.
    index('whatsapp_events_message').on(table.sessionId, table.seq).where(sql`${table.sessionId} is not null`),
    index('whatsapp_events_age').on(table.receivedAt),
  ],
);

type Fallback = {
  readonly messageKey: string;
  readonly channel: 'sms';
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly userId: number;
  readonly promotional: boolean;
  readonly fallback: { recipient: string; subject: string; text: string; html: string } | null;
  readonly usefulSeconds: number;
};

/**
 * What is sent to WhatsApp. The row is committed before the call, and its id travels with the message
 * and back in its statuses: WhatsApp has no key against sending twice. `unknown`: no answer came, so
 * it may have arrived.
 */
export const whatsappSends = pgTable(
  'whatsapp_sends',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // An agent's message or template, our own answer to a message, or a notice.
    purpose: varchar('purpose', { length: 10, enum: ['chat', 'answer', 'notice'] }).notNull(),
    // What it is sent for, once: a message of a chat, a message that is answered, the key of a notice.
    sendKey: varchar('send_key', { length: 300 }).notNull().unique(),
    // Digits of the number without a plus, or WhatsApp's own id of somebody.
    recipient: varchar('recipient', { length: 256 }).notNull(),
    // Whom a notice is for.
    userId: integer('user_id'),
    // The message as the API takes it; empty once it is known what became of it.
    body: jsonb('body').$type<Record<string, unknown>>(),
    sessionId: uuid('session_id').references(() => chatSessions.id, { onDelete: 'set null' }),
    seq: integer('seq'),
    // The text that is sent instead of a notice that does not arrive; null once that is decided.
    fallback: jsonb('fallback').$type<Fallback>(),
    fellBackAt: moment('fell_back_at'),
    state: varchar('state', {
      length: 10,
      enum: ['queued', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed'],
    })
      .notNull()
      .default('queued'),
    wamid: varchar('wamid', { length: 256 }),
    errorCode: integer('error_code'),
    lastError: varchar('last_error', { length: 300 }),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    // While a call is under way; a worker that died in it leaves `unknown`.
    callingSince: moment('calling_since'),
    createdAt: moment('created_at').notNull().defaultNow(),
    stateAt: moment('state_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('whatsapp_sends_wamid').on(table.wamid).where(sql`${table.wamid} is not null`),
    index('whatsapp_sends_due').on(table.nextAttemptAt).where(sql`${table.state} = 'queued'`),
    index('whatsapp_sends_unknown').on(table.stateAt).where(sql`${table.state} = 'unknown'`),
    index('whatsapp_sends_recipient').on(table.recipient, table.createdAt),
    index('whatsapp_sends_session').on(table.sessionId, table.seq),
    index('whatsapp_sends_failed').on(table.stateAt).where(sql`${table.state} = 'failed'`),
    index('whatsapp_sends_age').on(table.createdAt),
  ],
);

/** The templates at WhatsApp, as they were read last. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    name: varchar('name', { length: 512 }).notNull(),
    language: varchar('language', { length: 20 }).notNull(),
    status: varchar('status', { length: 30 }).notNull(),
    category: varchar('category', { length: 30 }).notNull(),
    body: text('body').notNull(),
    quality: varchar('quality', { length: 20 }),
    // Why it was refused or stopped, in WhatsApp's words.
    reason: varchar('reason', { length: 300 }),
    statusAt: moment('status_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.language] })],
);

/** The line that messages are sent from, as WhatsApp rates it; one row. */
export const whatsappLine = pgTable('whatsapp_line', {
  one: boolean('one').primaryKey().default(true),
  displayNumber: varchar('display_number', { length: 30 }),
  verifiedName: varchar('verified_name', { length: 200 }),
  quality: varchar('quality', { length: 20 }),
  // Of the token or the account: then nothing is sent until it is read again.
  lastError: varchar('last_error', { length: 300 }),
  stoppedAt: moment('stopped_at'),
  checkedAt: moment('checked_at'),
});
