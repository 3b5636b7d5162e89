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
import { lines } from '../identity/line.ts';
import { priceColumn } from '../kobo-column.ts';

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    planId: uuid('plan_id')
      .notNull()
      .references(() => servicePlans.id),
    scheduledPlanId: uuid('scheduled_plan_id').references(() => servicePlans.id),
    status: varchar('status', { length: 20, enum: ['pending', 'active', 'suspended', 'cancelled'] })
      .notNull()
      .default('active'),
    // Null until the first payment, which starts the subscription.
    startDate: timestamp('start_date', { withTimezone: true }),
    // The end of the paid time. Required by specification section 3; while pending it is the time
    // when the plan was chosen.
    nextRenewal: timestamp('next_renewal', { withTimezone: true }).notNull(),
    // Day of the month on which it renews, preserved through shorter months.
    anchorDay: integer('anchor_day').notNull(),
    monthlyFee: priceColumn('monthly_fee').notNull(),
    // How many periods have been paid: a payment extends the time only if it follows this number.
    paidPeriods: integer('paid_periods').notNull().default(0),
    autoPay: boolean('auto_pay').notNull().default(false),
    // What is charged first where the customer agreed to a card and a bank mandate; null: what they
    // agreed to first.
    chargeFirst: varchar('charge_first', { length: 10, enum: ['card', 'mandate'] }),
    // The day of the month on which the customer's salary comes; 0 is the last working day.
    salaryDay: smallint('salary_day'),
    // When the renewal job processes the subscription next; null when nothing is due. Whoever
    // changes one of its inputs sets the current time.
    nextStepAt: timestamp('next_step_at', { withTimezone: true }).defaultNow(),
    // The start of the grace period: the end of the paid time, or the first run of the job after it
    // where that was late. It belongs to a past month while it lies before `nextRenewal`.
    graceSince: timestamp('grace_since', { withTimezone: true }),
    // The end of the day promised for the month that is due: until then the line stays on unpaid. Null again once
    // that month is paid.
    promisedUntil: timestamp('promised_until', { withTimezone: true }),
    // Set while the subscription is paused at the customer's request; it is suspended for that
    // time, and the rest of its paid time follows.
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
    // The customer has scheduled the cancellation for the end of the paid time; null again when
    // they withdraw it.
    cancelRequestedAt: timestamp('cancel_requested_at', { withTimezone: true }),
    cancelReason: varchar('cancel_reason', { length: 500 }),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // Includes cancelled subscriptions: every quote checks whether a customer has ever paid.
    index('user_subscriptions_user').on(table.lineId),
    uniqueIndex('user_subscriptions_one_open').on(table.lineId).where(sql`${table.status} <> 'cancelled'`),
    index('user_subscriptions_plan').on(table.planId).where(sql`${table.status} <> 'cancelled'`),
    index('user_subscriptions_renewal').on(table.nextRenewal).where(sql`${table.status} = 'active'`),
    index('user_subscriptions_off').on(table.nextRenewal).where(sql`${table.status} = 'suspended'`),
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
    // The month's price when it was paid for; becomes the subscription's fee when the period
    // begins.
    monthlyFee: priceColumn('monthly_fee').notNull(),
    // One payment buys at most one period. For a company it is the id of the invoiced period.
    paymentId: uuid('payment_id').notNull().unique(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    // False for a period paid ahead, until it begins and the subscription takes over its plan.
    hasStarted: boolean('has_started').notNull().default(true),
    // When it ended because of a refund; null also where the customer kept the month in spite of
    // it.
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
 * Pauses of a subscription; `endsAt` moves back when the customer resumes earlier. One in each
 * Lagos year.
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
    // The day of the month on which the subscription renewed until then; restored when the pause
    // ends before that day has moved.
    anchorDay: integer('anchor_day'),
  },
  (table) => [
    unique('subscription_pauses_year').on(table.subscriptionId, table.year),
    check('subscription_pauses_forward', sql`${table.endsAt} >= ${table.startsAt}`),
  ],
);

/** An upgrade to a more expensive plan for the rest of a period, each paid for by one payment. */
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
 * One row for each customer and Lagos month, in gigabytes. A null limit is unlimited. What the
 * network has counted is also kept to the byte, so that nothing is lost to rounding; `updatedAt` is
 * when it was last reported.
 */
export const usageData = pgTable(
  'usage_data',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    period: varchar('period', { length: 7 }).notNull(),
    dataUsed: numeric('data_used', { precision: 12, scale: 2 }).notNull(),
    dataLimit: numeric('data_limit', { precision: 12, scale: 2 }),
    downloadBytes: bigint('download_bytes', { mode: 'number' }).notNull().default(0),
    uploadBytes: bigint('upload_bytes', { mode: 'number' }).notNull().default(0),
    // In free hours, both directions; not part of the others.
    freeBytes: bigint('free_bytes', { mode: 'number' }).notNull().default(0),
    // The highest share of the limit, in percent, that the customer was notified of.
    alertedPercent: smallint('alerted_percent').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique('usage_data_period').on(table.lineId, table.period)],
);

/**
 * How a speed was measured, as the browser reported it; `confirmed` means that our own server
 * counted enough bytes for it.
 */
export type MeasuredHow = {
  mode: 'full' | 'light';
  foreignServer: string | null;
  uploadCountedBy: 'server' | 'browser';
  busy: boolean;
  confirmed: boolean;
};

/** The measurements behind the figures: payload rates in Mbps, bytes by 50 ms, ms. */
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
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    downloadSpeed: numeric('download_speed', { precision: 8, scale: 2 }).notNull(),
    uploadSpeed: numeric('upload_speed', { precision: 8, scale: 2 }).notNull(),
    ping: numeric('ping', { precision: 6, scale: 2 }).notNull(),
    timestamp: timestamp('timestamp', { withTimezone: true }).notNull().defaultNow(),
    // Null where the browser did not report it.
    how: jsonb('how').$type<MeasuredHow>(),
    // For support staff; the customer's list does not read it.
    trace: jsonb('trace').$type<MeasuredTrace>(),
  },
  (table) => [index('speed_test_results_user').on(table.lineId, table.timestamp)],
);
