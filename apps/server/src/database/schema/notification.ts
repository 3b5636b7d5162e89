import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

/** Mail and texts, written in the transaction of what they tell about and delivered afterwards. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Says what the message is about, so that one event tells its reader once.
    messageKey: varchar('message_key', { length: 150 }).notNull().unique(),
    channel: varchar('channel', { length: 10, enum: ['email', 'sms'] }).notNull(),
    recipient: varchar('recipient', { length: 255 }).notNull(),
    subject: varchar('subject', { length: 255 }).notNull().default(''),
    text: text('text').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('outbox_messages_due').on(table.nextAttemptAt).where(sql`${table.sentAt} is null`),
    index('outbox_messages_recipient').on(table.recipient, table.id.desc()),
  ],
);
