import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, jsonb, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/**
 * Mail, texts and what browsers are pushed, written in the transaction of what they tell about and
 * delivered afterwards.
 */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Says what the message is about, so that one event tells its reader once.
    messageKey: varchar('message_key', { length: 150 }).notNull().unique(),
    channel: varchar('channel', { length: 10, enum: ['email', 'sms', 'push'] }).notNull(),
    // An email address, a number in E.164 or the id of a push subscription.
    recipient: varchar('recipient', { length: 255 }).notNull(),
    subject: varchar('subject', { length: 255 }).notNull().default(''),
    text: text('text').notNull(),
    // The same message as a designed page; null where plain text is all there is.
    html: text('html'),
    // Rests in the quiet hours.
    promotional: boolean('promotional').notNull().default(false),
    // The mail that goes out instead when a text cannot be delivered; null for none.
    fallback: jsonb('fallback').$type<{ recipient: string; subject: string; text: string; html: string }>(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    // When the message is of no more use: it is not delivered after that. Null for never.
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    // Refused for good, or not taken for days: it is not tried again.
    givenUpAt: timestamp('given_up_at', { withTimezone: true }),
    // Of a text: who took it, under which number of theirs, and what became of it by their report;
    // null while nobody has said.
    provider: varchar('provider', { length: 20 }),
    providerMessageId: varchar('provider_message_id', { length: 100 }),
    delivery: varchar('delivery', { length: 12, enum: ['delivered', 'undelivered'] }),
    reportedAt: timestamp('reported_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('outbox_messages_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    index('outbox_messages_recipient').on(table.recipient, table.id),
    index('outbox_messages_provider')
      .on(table.provider, table.providerMessageId)
      .where(sql`${table.providerMessageId} is not null`),
    // What a text keeps for the case that it does not arrive is forgotten when it is of no more
    // use.
    index('outbox_messages_fallback').on(table.expiresAt).where(sql`${table.fallback} is not null`),
  ],
);

/**
 * What a customer wants to be told. No row means the defaults (specification section 2,
 * Notifications).
 */
export const notificationChoices = pgTable('notification_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  serviceUpdates: boolean('service_updates').notNull().default(true),
  billReminders: boolean('bill_reminders').notNull().default(true),
  promotionalOffers: boolean('promotional_offers').notNull().default(false),
  // Of what is sent; chosen in the portal.
  language: varchar('language', { length: 2, enum: ['en', 'yo', 'ha', 'ig'] })
    .notNull()
    .default('en'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * What the bell of the portal shows. The words are put together where it is read, in the language
 * of the reader.
 */
export const notices = pgTable(
  'notices',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // Says what the notice is about, so that one event is told once.
    noticeKey: varchar('notice_key', { length: 150 }).notNull().unique(),
    kind: varchar('kind', { length: 40 }).notNull(),
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
    // When open pages were told to ask for it, which is after the commit.
    publishedAt: timestamp('published_at', { withTimezone: true }),
  },
  (table) => [
    index('notices_of_user').on(table.userId, table.id),
    index('notices_unread').on(table.userId).where(sql`${table.readAt} is null`),
    index('notices_to_publish').on(table.id).where(sql`${table.publishedAt} is null`),
  ],
);

/**
 * Browsers that show notices while no page is open. One browser belongs to whoever asked last. It
 * outlives a session that runs out; a session that is ended by hand or by a new password takes it
 * along (a trigger of `sessions`, see the migration).
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
