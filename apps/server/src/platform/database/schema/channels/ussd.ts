import { bigserial, index, integer, jsonb, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * One dial of the USSD code: where the caller is in the menu, and the screen that they saw last, so that a
 * repeated request is answered with it. What they typed is not stored: it may have been a PIN. Also where
 * somebody is in the menu on WhatsApp, one row for each contact.
 */
export const ussdSessions = pgTable(
  'ussd_sessions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // A hash of the gateway and its own id of the session, or of the contact.
    sessionKey: varchar('session_key', { length: 43 }).notNull().unique(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    // E.164.
    phone: varchar('phone', { length: 20 }).notNull(),
    language: varchar('language', { length: 2, enum: ['en', 'yo', 'ha', 'ig'] }).notNull(),
    // channels/menu/menu.policy.ts
    state: jsonb('state').$type<Record<string, unknown>>().notNull(),
    // How many entries were taken, and the HMAC of all of them; on WhatsApp the number of the screen.
    entries: integer('entries').notNull(),
    entriesDigest: varchar('entries_digest', { length: 43 }).notNull(),
    lastAnswer: varchar('last_answer', { length: 200 }).notNull(),
    startedAt: moment('started_at').notNull(),
    answeredAt: moment('answered_at').notNull(),
    // By a last screen, or because the caller hung up; null while neither is known.
    endedAt: moment('ended_at'),
    endReason: varchar('end_reason', { length: 12, enum: ['done', 'mistakes', 'hung-up', 'failed'] }),
  },
  (table) => [
    // The language of the caller's last session.
    index('ussd_sessions_phone').on(table.phone, table.id),
    // For deleting the oldest.
    index('ussd_sessions_started').on(table.startedAt),
  ],
);
