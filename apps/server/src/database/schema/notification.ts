import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

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
    // The same message as a designed page; null where plain text is all there is.
    html: text('html'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    // When the message is of no more use: it is not delivered after that. Null for never.
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    // Refused for good, or not taken for days: it is not tried again.
    givenUpAt: timestamp('given_up_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('outbox_messages_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    index('outbox_messages_recipient').on(table.recipient, table.id.desc()),
  ],
);

/** What a customer wants to be told. No row means the defaults (specification section 2, Notifications). */
export const notificationChoices = pgTable('notification_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  serviceUpdates: boolean('service_updates').notNull().default(true),
  billReminders: boolean('bill_reminders').notNull().default(true),
  promotionalOffers: boolean('promotional_offers').notNull().default(false),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
