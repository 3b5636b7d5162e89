import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { userSubscriptions } from '../billing/subscription.ts';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';
import { networkIncidents } from './network-status.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The service areas of the network, as staff name them. "Garki, Abuja" lies within "Abuja". */
export const serviceAreas = pgTable(
  'service_areas',
  {
    name: varchar('name', { length: 100 }).primaryKey(),
    // What the network has there, as staff know it; null while they have not said.
    uplinkMbps: integer('uplink_mbps'),
    linePorts: integer('line_ports'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('service_areas_spelling').on(sql`lower(${table.name})`)],
);

/** A customer's service area; no row until staff have set it. */
export const customerAreas = pgTable(
  'customer_areas',
  {
    lineId: integer('user_id')
      .primaryKey()
      .references(() => lines.id, { onDelete: 'cascade' }),
    area: varchar('area', { length: 100 })
      .notNull()
      .references(() => serviceAreas.name, { onUpdate: 'cascade' }),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('customer_areas_area').on(table.area, table.lineId)],
);

/**
 * A major outage that lasted more than a day, for which outage credits are due. `state` is the
 * progress of the credits.
 */
export const outageCredits = pgTable(
  'outage_credits',
  {
    incidentId: uuid('incident_id')
      .primaryKey()
      .references(() => networkIncidents.id),
    state: varchar('state', { length: 10, enum: ['listing', 'listed', 'applying', 'done'] })
      .notNull()
      .default('listing'),
    // As in the incident when the list was created.
    area: varchar('area', { length: 100 }).notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    // The last subscription processed while the list is created, so that another instance can
    // continue from there.
    listedUntil: uuid('listed_until'),
    // When the credits are granted automatically. Until then staff may exclude customers.
    applyAt: moment('apply_at').notNull(),
    // The member of staff who granted them before that time.
    appliedBy: integer('applied_by').references(() => users.id),
    createdAt: moment('created_at').notNull(),
    doneAt: moment('done_at'),
  },
  (table) => [index('outage_credits_unfinished').on(table.createdAt).where(sql`${table.state} <> 'done'`)],
);

/** The time that one subscription lost in one outage; credited once. */
export const outageCreditLines = pgTable(
  'outage_credit_lines',
  {
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => outageCredits.incidentId, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    // Paid time of the subscription within the outage, in milliseconds; zero in days of grace that
    // are not paid yet.
    creditMs: bigint('credit_ms', { mode: 'number' }).notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'excluded', 'credited', 'ended'] })
      .notNull()
      .default('waiting'),
    reason: varchar('reason', { length: 500 }),
    excludedBy: integer('excluded_by').references(() => users.id),
    // The end of the paid time when it was listed, or since it was credited: a month that is paid
    // later begins there.
    paidUntil: moment('paid_until'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.subscriptionId] }),
    index('outage_credit_lines_waiting')
      .on(table.incidentId, table.subscriptionId)
      .where(sql`${table.state} = 'waiting'`),
    index('outage_credit_lines_line').on(table.subscriptionId),
    index('outage_credit_lines_customer').on(table.lineId),
  ],
);
