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
import { monthColumn } from '../month-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * One row for each session of a login, as the access server counts it: packets that arrive
 * repeated, late or out of order update the same row. A packet changes no indexed column while the
 * session lasts, so that PostgreSQL can update the row in place. In monthly partitions by `month`.
 */
export const usageSessions = pgTable(
  'usage_sessions',
  {
    // Access server, session id and login, or Acct-Unique-Session-Id where it is sent.
    sessionKey: varchar('session_key', { length: 300 }).notNull(),
    // Access servers that have restarted reuse session ids. A trigger refuses a second row of a key
    // and generation in another month (see insert-claim.ts).
    generation: smallint('generation').notNull(),
    // Null while no line has the login. Without a foreign key, as in usageDays: one to `lines` could
    // not be added to a partitioned table without a long lock.
    lineId: integer('user_id'),
    username: varchar('username', { length: 253 }).notNull(),
    // As the access server sends it.
    writtenUsername: varchar('written_username', { length: 253 }).notNull(),
    nas: varchar('nas', { length: 253 }).notNull(),
    sessionId: varchar('session_id', { length: 253 }).notNull(),
    framedAddress: varchar('framed_address', { length: 45 }),
    callingStation: varchar('calling_station', { length: 253 }),
    // The port of the access server at which the line comes in.
    nasPort: varchar('nas_port', { length: 64 }),
    // For the customer's own network, and for the line itself; each in one spelling.
    delegatedPrefix: varchar('delegated_prefix', { length: 43 }),
    framedPrefix: varchar('framed_prefix', { length: 43 }),
    downloadBytes: bytes('download_bytes'),
    uploadBytes: bytes('upload_bytes'),
    seconds: bigint('seconds', { mode: 'number' }).notNull().default(0),
    startedAt: moment('started_at').notNull(),
    // False while the start is known only from packets without a valid clock.
    isStartSure: boolean('is_start_sure').notNull().default(false),
    // By the access server's clock where that is plausible.
    lastEventAt: moment('last_event_at').notNull(),
    // By ours.
    lastPacketAt: moment('last_packet_at').notNull(),
    endedAt: moment('ended_at'),
    endCause: varchar('end_cause', { length: 40 }),
    // A Stop has arrived: the session is never reopened.
    stopped: boolean('stopped').notNull().default(false),
    // How its bytes are distributed over the days, and the state for detecting a wrapped counter
    // (session-count.policy.ts).
    counted: jsonb('counted').$type<Record<string, unknown>>().notNull(),
    // Of its first packet by our clock; never changed while the session lasts.
    month: monthColumn(),
    // The same as a moment, by the database's clock: the order of those who are online.
    firstPacketAt: moment('first_packet_at').notNull().defaultNow(),
    // Open, and without a packet for ten minutes when that was last looked for; its next packet clears it.
    isSilent: boolean('is_silent').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.sessionKey, table.generation, table.month] }),
    index('usage_sessions_open').on(table.lineId).where(sql`${table.endedAt} is null`),
    index('usage_sessions_open_nas').on(table.nas).where(sql`${table.endedAt} is null`),
    index('usage_sessions_open_newest').on(table.firstPacketAt).where(sql`${table.endedAt} is null`),
    index('usage_sessions_silent').on(table.firstPacketAt).where(sql`${table.endedAt} is null and ${table.isSilent}`),
    // Below are those of sessions that have ended; `ended_at` is set once, by the packet that ends it.
    index('usage_sessions_ended').on(table.endedAt, table.nas).where(sql`${table.endedAt} is not null`),
    index('usage_sessions_line').on(table.lineId, table.endedAt).where(sql`${table.endedAt} is not null`),
    index('usage_sessions_address')
      .on(table.framedAddress, table.endedAt)
      .where(sql`${table.framedAddress} is not null`),
    index('usage_sessions_mac')
      .on(sql`lower(regexp_replace(${table.callingStation}, '[^0-9A-Fa-f]', '', 'g'))`, table.endedAt)
      .where(sql`${table.callingStation} is not null`),
    index('usage_sessions_delegated')
      .on(table.delegatedPrefix, table.endedAt)
      .where(sql`${table.delegatedPrefix} is not null`),
    index('usage_sessions_framed_prefix')
      .on(table.framedPrefix, table.endedAt)
      .where(sql`${table.framedPrefix} is not null`),
  ],
);

/**
 * Usage of each customer by day in Lagos: pages read this instead of sessions. In monthly partitions
 * by `day`.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    lineId: integer('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    downloadBytes: bytes('download_bytes'),
    uploadBytes: bytes('upload_bytes'),
    // In free hours, both directions; not part of the others.
    freeBytes: bytes('free_bytes'),
  },
  (table) => [primaryKey({ columns: [table.lineId, table.day] })],
);

/** Rejected packets, one row for each kind. */
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
