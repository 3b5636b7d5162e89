import type { MailThread } from '@portal/kernel/messaging/mail';
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
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/**
 * Mails, texts and web push messages, written in the transaction of the event that they report, and
 * delivered afterwards. In monthly partitions by `createdAt`.
 */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    // The key of the event for this reader, so that it is sent once: a trigger skips a message whose
    // key is stored (see insert-claim.ts).
    messageKey: varchar('message_key', { length: 150 }).notNull(),
    channel: varchar('channel', { length: 10, enum: ['email', 'sms', 'push'] }).notNull(),
    // An email address, a number in E.164 or the id of a push subscription.
    recipient: varchar('recipient', { length: 255 }).notNull(),
    subject: varchar('subject', { length: 255 }).notNull().default(''),
    text: text('text').notNull(),
    // The same message as HTML; null for plain text only.
    html: text('html'),
    // Of a mail in a conversation: its own Message-ID, those before it, and where an answer goes.
    thread: jsonb('thread').$type<MailThread>(),
    // What is attached to the mail as PDFs, by its number: an invoice, or documents sent together.
    invoiceNumber: varchar('invoice_number', { length: 30 }),
    // Whom it is for, where that is an account; a promotion without one is not delivered.
    userId: integer('user_id'),
    // Not delivered during the quiet hours, nor to who has not consented to its channel.
    promotional: boolean('promotional').notNull().default(false),
    // The mail that is sent instead when a text cannot be delivered; null for none.
    fallback: jsonb('fallback').$type<{ recipient: string; subject: string; text: string; html: string }>(),
    attempts: integer('attempts').notNull().default(0),
    // When the last attempt failed, and the reason; the moment is null while an attempt is made.
    failedAt: timestamp('failed_at', { withTimezone: true }),
    lastError: varchar('last_error', { length: 300 }),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    // When the message expires: it is not delivered after that. Null for never.
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    // Refused permanently, or not accepted for days: it is not retried.
    givenUpAt: timestamp('given_up_at', { withTimezone: true }),
    // For a text: the provider that accepted it, the provider's id, and the status in its delivery
    // report; null until there is a report.
    provider: varchar('provider', { length: 20 }),
    providerMessageId: varchar('provider_message_id', { length: 100 }),
    delivery: varchar('delivery', { length: 12, enum: ['delivered', 'undelivered'] }),
    reportedAt: timestamp('reported_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('outbox_messages_key').on(table.messageKey),
    index('outbox_messages_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    index('outbox_messages_failed').on(table.channel, table.id).where(sql`${table.failedAt} is not null`),
    index('outbox_messages_recipient').on(table.recipient, table.id),
    index('outbox_messages_provider')
      .on(table.provider, table.providerMessageId)
      .where(sql`${table.providerMessageId} is not null`),
    // The mail stored for a text that does not arrive is deleted when it expires.
    index('outbox_messages_fallback').on(table.expiresAt).where(sql`${table.fallback} is not null`),
  ],
);

/**
 * What a customer wants to be notified of. No row means the defaults (specification section 2,
 * Notifications).
 */
export const notificationChoices = pgTable('notification_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  serviceUpdates: boolean('service_updates').notNull().default(true),
  billReminders: boolean('bill_reminders').notNull().default(true),
  // For instances of the release before: whether every channel is consented to (consent.ts).
  promotionalOffers: boolean('promotional_offers').notNull().default(false),
  // The language of messages; chosen in the portal.
  language: varchar('language', { length: 2, enum: ['en', 'yo', 'ha', 'ig'] })
    .notNull()
    .default('en'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * The notices at the portal's bell. Their text is composed when they are read, in the reader's
 * language.
 */
export const notices = pgTable(
  'notices',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // The key of the event, so that there is one notice of it.
    noticeKey: varchar('notice_key', { length: 150 }).notNull().unique(),
    kind: varchar('kind', { length: 40 }).notNull(),
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
    // When open pages were notified to fetch it, which is after the commit.
    publishedAt: timestamp('published_at', { withTimezone: true }),
  },
  (table) => [
    index('notices_of_user').on(table.userId, table.id),
    index('notices_unread').on(table.userId).where(sql`${table.readAt} is null`),
    // For deleting the oldest.
    index('notices_age').using('brin', table.createdAt),
    index('notices_to_publish').on(table.id).where(sql`${table.publishedAt} is null`),
  ],
);

/**
 * Browsers that show notices while no page is open. A browser belongs to the account that
 * subscribed last. The subscription outlives an expired session; a session that is ended by hand or
 * by a new password removes it (a trigger of `sessions`, see the migration).
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sid: text('sid').notNull(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: varchar('p256dh', { length: 100 }).notNull(),
    auth: varchar('auth', { length: 30 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId), index('push_subscriptions_session').on(table.sid)],
);
