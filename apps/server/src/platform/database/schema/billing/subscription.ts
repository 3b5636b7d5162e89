import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { servicePlans } from '../catalogue/plan.ts';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    planId: uuid('plan_id')
      .notNull()
      .references(() => servicePlans.id),
    scheduledPlanId: uuid('scheduled_plan_id').references(() => servicePlans.id),
    status: varchar('status', { length: 20, enum: ['pending', 'active', 'suspended', 'cancelled'] })
      .notNull()
      .default('active'),
    // Null until the first payment: a line that was never paid for has not started.
    startDate: timestamp('start_date', { withTimezone: true }),
    // The end of the paid time. Required by specification section 3; while pending it is the moment
    // of choosing.
    nextRenewal: timestamp('next_renewal', { withTimezone: true }).notNull(),
    // Day of the month on which it renews, kept through shorter months.
    anchorDay: integer('anchor_day').notNull(),
    monthlyFee: koboColumn('monthly_fee').notNull(),
    // How many periods have been paid: the number a payment must follow on to extend the time.
    paidPeriods: integer('paid_periods').notNull().default(0),
    autoPay: boolean('auto_pay').notNull().default(false),
    // When the renewal job looks at the line next; null while nothing lies ahead. Whoever changes
    // what it goes by sets the present moment.
    nextStepAt: timestamp('next_step_at', { withTimezone: true }).defaultNow(),
    // From when the days of grace count: the end of the paid time, or the first look after it where
    // that came late. Of a month gone by while it lies before `nextRenewal`.
    graceSince: timestamp('grace_since', { withTimezone: true }),
    // Set while the line rests at the customer's wish; it is suspended for as long, and the rest of
    // its paid time comes afterwards.
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
    // The customer wants it to end with the paid time; null again when they change their mind.
    cancelRequestedAt: timestamp('cancel_requested_at', { withTimezone: true }),
    cancelReason: varchar('cancel_reason', { length: 500 }),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // For cancelled lines too: whether a customer has ever paid is asked with every quote.
    index('user_subscriptions_user').on(table.userId),
    uniqueIndex('user_subscriptions_one_open').on(table.userId).where(sql`${table.status} <> 'cancelled'`),
    index('user_subscriptions_plan').on(table.planId).where(sql`${table.status} <> 'cancelled'`),
    index('user_subscriptions_renewal').on(table.nextRenewal).where(sql`${table.status} = 'active'`),
    index('user_subscriptions_due').on(table.nextStepAt).where(sql`${table.nextStepAt} is not null`),
  ],
);

/** Paid time. Periods of one subscription follow each other and never overlap (invariant I4). */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    periodNumber: integer('period_number').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => servicePlans.id),
    // The month's price when it was paid for; becomes the line's fee when the period begins.
    monthlyFee: koboColumn('monthly_fee').notNull(),
    // One payment buys at most one period.
    paymentId: uuid('payment_id').notNull().unique(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    // False for a period paid ahead, until its time has come and the line has taken over its plan.
    hasStarted: boolean('has_started').notNull().default(true),
    // When it ended because its money went back; null also where the customer kept the month all
    // the same.
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('subscription_periods_number').on(table.subscriptionId, table.periodNumber),
    index('subscription_periods_awaited').on(table.startsAt).where(sql`not ${table.hasStarted}`),
    check('subscription_periods_forward', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/**
 * Times at which a line rested; `endsAt` moves back when the customer comes back earlier. One in a
 * year of Lagos.
 */
export const subscriptionPauses = pgTable(
  'subscription_pauses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    year: integer('year').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    // On which day of the month the line renewed until then: it does again when the pause ends
    // before that day has moved.
    anchorDay: integer('anchor_day'),
  },
  (table) => [
    unique('subscription_pauses_year').on(table.subscriptionId, table.year),
    check('subscription_pauses_forward', sql`${table.endsAt} >= ${table.startsAt}`),
  ],
);

/** A dearer plan taken at once for the rest of a period, each paid for by one payment. */
export const planUpgrades = pgTable(
  'plan_upgrades',
  {
    paymentId: uuid('payment_id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    periodNumber: integer('period_number').notNull(),
    fromPlanId: uuid('from_plan_id')
      .notNull()
      .references(() => servicePlans.id),
    toPlanId: uuid('to_plan_id')
      .notNull()
      .references(() => servicePlans.id),
    upgradedAt: timestamp('upgraded_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('plan_upgrades_period').on(table.subscriptionId, table.periodNumber)],
);

/**
 * One row a customer and Lagos month, in gigabytes. A null limit is unlimited. What the network has
 * counted is also kept to the byte, so that nothing is lost to rounding; `updatedAt` is when it was
 * last heard.
 */
export const usageData = pgTable(
  'usage_data',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    period: varchar('period', { length: 7 }).notNull(),
    dataUsed: numeric('data_used', { precision: 12, scale: 2 }).notNull(),
    dataLimit: numeric('data_limit', { precision: 12, scale: 2 }),
    downloadBytes: bigint('download_bytes', { mode: 'number' }).notNull().default(0),
    uploadBytes: bigint('upload_bytes', { mode: 'number' }).notNull().default(0),
    // The highest share of the limit, in percent, that the customer has been told of.
    alertedPercent: smallint('alerted_percent').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique('usage_data_period').on(table.userId, table.period)],
);

/**
 * How a measured speed came about, as its browser told; `confirmed` says that our own server
 * counted bytes enough for it.
 */
export type MeasuredHow = {
  mode: 'full' | 'light';
  foreignServer: string | null;
  uploadCountedBy: 'server' | 'browser';
  busy: boolean;
  confirmed: boolean;
};

/** What stands behind the figures: payload rates in Mbps, bytes by 50 ms, ms. */
export type MeasuredTrace = {
  downloadPayload: number;
  uploadPayload: number;
  downloadBins: number[];
  uploadBins: number[];
  jitter: number | null;
  loadedPing: number | null;
};

/** Mbps and milliseconds. */
export const speedTestResults = pgTable(
  'speed_test_results',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    downloadSpeed: numeric('download_speed', { precision: 8, scale: 2 }).notNull(),
    uploadSpeed: numeric('upload_speed', { precision: 8, scale: 2 }).notNull(),
    ping: numeric('ping', { precision: 6, scale: 2 }).notNull(),
    timestamp: timestamp('timestamp', { withTimezone: true }).notNull().defaultNow(),
    // Null where nobody told.
    how: jsonb('how').$type<MeasuredHow>(),
    // For support staff; the customer's list does not read it.
    trace: jsonb('trace').$type<MeasuredTrace>(),
  },
  (table) => [index('speed_test_results_user').on(table.userId, table.timestamp)],
);
