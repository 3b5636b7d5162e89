import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * One row a session of a line, as the access server counts it: what arrives repeated, late or out
 * of order ends in the same row. A packet touches no indexed column while the session lasts, so
 * that PostgreSQL can update the row in place.
 */
export const usageSessions = pgTable(
  'usage_sessions',
  {
    // Access server, session id and login, or Acct-Unique-Session-Id where there is none.
    sessionKey: varchar('session_key', { length: 300 }).notNull(),
    // Access servers that have restarted give the same session ids out again.
    generation: smallint('generation').notNull(),
    // Null while nobody has the login.
    userId: integer('user_id').references(() => users.id),
    username: varchar('username', { length: 253 }).notNull(),
    // As the access server writes it.
    writtenUsername: varchar('written_username', { length: 253 }).notNull(),
    nas: varchar('nas', { length: 253 }).notNull(),
    sessionId: varchar('session_id', { length: 253 }).notNull(),
    framedAddress: varchar('framed_address', { length: 45 }),
    callingStation: varchar('calling_station', { length: 253 }),
    downloadBytes: bytes('download_bytes'),
    uploadBytes: bytes('upload_bytes'),
    seconds: bigint('seconds', { mode: 'number' }).notNull().default(0),
    startedAt: moment('started_at').notNull(),
    // False while only packets without a right clock have told when it began.
    isStartSure: boolean('is_start_sure').notNull().default(false),
    // By the access server's clock where that can be believed.
    lastEventAt: moment('last_event_at').notNull(),
    // By our clock.
    lastPacketAt: moment('last_packet_at').notNull(),
    endedAt: moment('ended_at'),
    endCause: varchar('end_cause', { length: 40 }),
    // A Stop has come: nothing opens the session again.
    stopped: boolean('stopped').notNull().default(false),
    // How its bytes fall on the days, and what is needed to see a counter that has wrapped
    // (session-count.policy.ts).
    counted: jsonb('counted').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionKey, table.generation] }),
    index('usage_sessions_open').on(table.userId).where(sql`${table.endedAt} is null`),
    index('usage_sessions_open_nas').on(table.nas).where(sql`${table.endedAt} is null`),
  ],
);

/** The days in Lagos of each customer: what pages read instead of sessions. */
export const usageDays = pgTable(
  'usage_days',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    day: date('day', { mode: 'string' }).notNull(),
    downloadBytes: bytes('download_bytes'),
    uploadBytes: bytes('upload_bytes'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** Packets of which nothing can be counted, one row a kind. */
export const rejectedPackets = pgTable(
  'rejected_packets',
  {
    reason: varchar('reason', { length: 40 }).notNull(),
    nas: varchar('nas', { length: 253 }).notNull(),
    username: varchar('username', { length: 253 }).notNull(),
    packets: bigint('packets', { mode: 'number' }).notNull().default(1),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    sample: text('sample').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reason, table.nas, table.username] }),
    index('rejected_packets_latest').on(table.lastAt),
  ],
);
