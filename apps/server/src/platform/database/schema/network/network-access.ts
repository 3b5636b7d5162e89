import type { AccessMismatchTotals } from '@portal/contract/network/access';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { servicePlans } from '../catalogue/plan.ts';
import { lines } from '../identity/line.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A customer's line at the network with its login, created with the first payment; a customer has
 * one open subscription, and so one line.
 */
export const networkLines = pgTable(
  'network_lines',
  {
    lineId: integer('user_id')
      .primaryKey()
      .references(() => lines.id),
    // In lower case.
    username: varchar('username', { length: 253 }).notNull().unique(),
    // The last access state sent to the network, so that each change is sent once.
    access: varchar('access', { length: 10, enum: ['open', 'closed'] }).notNull(),
    downloadMbps: integer('download_mbps').notNull(),
    // The plan whose data allowance was last recorded; null before that.
    planId: uuid('plan_id').references(() => servicePlans.id),
    // The Lagos month in which the line's data have reached the limit, "2026-11"; null otherwise.
    limitReachedPeriod: varchar('limit_reached_period', { length: 7 }),
    // The restriction at the limit that was last sent to the network, with its speeds where it is slower.
    limited: varchar('limited', { length: 10, enum: ['slower', 'stop'] }),
    limitedDownloadMbps: integer('limited_download_mbps'),
    limitedUploadMbps: integer('limited_upload_mbps'),
    changedAt: moment('changed_at').notNull(),
    lastAcceptedAt: moment('last_accepted_at'),
    lastRefusedAt: moment('last_refused_at'),
    // The MAC address of the router that the line is locked to, in force while its plan locks lines; null
    // until its next session.
    lockedMac: varchar('locked_mac', { length: 12 }),
    lockedMacAt: moment('locked_mac_at'),
    // Since when another router is welcome: sessions from before take precedence over none.
    macResetAt: moment('mac_reset_at'),
    // The router that was last refused, although the line is open.
    refusedMac: varchar('refused_mac', { length: 12 }),
    refusedFor: varchar('refused_for', { length: 10, enum: ['mac-lock', 'in-use'] }),
    refusedMacAt: moment('refused_mac_at'),
  },
  (table) => [
    index('network_lines_limit_reached')
      .on(table.limitReachedPeriod, table.lineId)
      .where(sql`${table.limitReachedPeriod} is not null`),
  ],
);

/**
 * RADIUS actions for running sessions (CoA or Disconnect, RFC 5176), retried until the access
 * servers answer.
 */
export const radiusActions = pgTable(
  'radius_actions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    username: varchar('username', { length: 253 }).notNull(),
    kind: varchar('kind', { length: 15, enum: ['disconnect', 'change-speed'] }).notNull(),
    reason: varchar('reason', {
      length: 15,
      enum: [
        'suspended',
        'restored',
        'plan-changed',
        'asked-by-staff',
        'limit-reached',
        'limit-lifted',
        'address-changed',
        'session-limit',
        'mac-lock',
      ],
    }).notNull(),
    nas: varchar('nas', { length: 253 }).notNull(),
    sessionId: varchar('session_id', { length: 253 }).notNull(),
    framedAddress: varchar('framed_address', { length: 45 }),
    downloadMbps: integer('download_mbps').notNull(),
    // Null: by the installation's share of the download.
    uploadMbps: integer('upload_mbps'),
    // The restriction that a change of speed puts in force; null is none.
    limited: varchar('limited', { length: 10, enum: ['slower', 'stop'] }),
    state: varchar('state', { length: 12, enum: ['waiting', 'done', 'failed', 'superseded'] })
      .notNull()
      .default('waiting'),
    attempts: smallint('attempts').notNull().default(0),
    answer: varchar('answer', { length: 200 }),
    // Null once the outcome is final.
    nextAttemptAt: moment('next_attempt_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    // The wave that ends this session with others of its access server; null outside of one.
    waveId: uuid('wave_id'),
  },
  (table) => [
    index('radius_actions_due').on(table.nextAttemptAt).where(sql`${table.state} = 'waiting'`),
    index('radius_actions_state').on(table.state, table.id),
    index('radius_actions_customer').on(table.lineId, table.id),
    index('radius_actions_wave').on(table.waveId, table.state).where(sql`${table.waveId} is not null`),
  ],
);

/** One row for each night in Lagos on which network and subscription records were reconciled. */
export const accessReconciliations = pgTable('access_reconciliations', {
  day: date('day', { mode: 'string' }).primaryKey(),
  reconciledAt: moment('reconciled_at').notNull(),
  total: integer('total').notNull(),
  // The number of mismatches of each kind.
  totals: jsonb('totals').$type<Partial<AccessMismatchTotals>>().notNull().default({}),
});

export const accessMismatches = pgTable(
  'access_mismatches',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    day: date('day', { mode: 'string' })
      .notNull()
      .references(() => accessReconciliations.day, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20, enum: ['paid-but-blocked', 'unpaid-but-online', 'unknown-login'] }).notNull(),
    lineId: integer('user_id').references(() => lines.id),
    username: varchar('username', { length: 253 }),
    nas: varchar('nas', { length: 253 }),
    since: moment('since'),
  },
  (table) => [index('access_mismatches_day').on(table.day, table.id)],
);
