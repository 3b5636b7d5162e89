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
import { networkIncidents } from './network-status.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Where the network is, in the words of staff. "Garki, Abuja" lies within "Abuja". */
export const serviceAreas = pgTable(
  'service_areas',
  {
    name: varchar('name', { length: 100 }).primaryKey(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('service_areas_spelling').on(sql`lower(${table.name})`)],
);

/** Where a customer's line is; no row while nobody has said so. */
export const customerAreas = pgTable(
  'customer_areas',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    area: varchar('area', { length: 100 })
      .notNull()
      .references(() => serviceAreas.name, { onUpdate: 'cascade' }),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('customer_areas_area').on(table.area, table.userId)],
);

/**
 * A major outage that lasted more than a day: the time between is credited. `state` says how far
 * that has come.
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
    // As the incident had them when the list was made.
    area: varchar('area', { length: 100 }).notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    // The last line that was looked at while the list is made, so that whoever takes over goes on
    // behind it.
    listedUntil: uuid('listed_until'),
    // When it happens by itself. Until then staff may leave customers out.
    applyAt: moment('apply_at').notNull(),
    // Who of the staff did not wait for that.
    appliedBy: integer('applied_by').references(() => users.id),
    createdAt: moment('created_at').notNull(),
    doneAt: moment('done_at'),
  },
  (table) => [index('outage_credits_unfinished').on(table.createdAt).where(sql`${table.state} <> 'done'`)],
);

/** What one line lost in one outage; credited once. */
export const outageCreditLines = pgTable(
  'outage_credit_lines',
  {
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => outageCredits.incidentId, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Paid time of the line within the outage, in milliseconds; zero in days of grace that nobody
    // has paid yet.
    creditMs: bigint('credit_ms', { mode: 'number' }).notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'excluded', 'credited', 'ended'] })
      .notNull()
      .default('waiting'),
    reason: varchar('reason', { length: 500 }),
    excludedBy: integer('excluded_by').references(() => users.id),
    // Until when the line was paid when it was listed, or is since it was given: a month that is
    // paid later begins there.
    paidUntil: moment('paid_until'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.subscriptionId] }),
    index('outage_credit_lines_waiting')
      .on(table.incidentId, table.subscriptionId)
      .where(sql`${table.state} = 'waiting'`),
    index('outage_credit_lines_line').on(table.subscriptionId),
    index('outage_credit_lines_customer').on(table.userId),
  ],
);
