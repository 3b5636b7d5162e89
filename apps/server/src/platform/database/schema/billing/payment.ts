import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { servicePlans } from '../catalogue/plan.ts';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { dataBundles } from './data-bundle.ts';
import { userSubscriptions } from './subscription.ts';

/** Amounts in kobo, as quoted when the payment was initialised. */
export type QuoteSnapshot = {
  planName: string;
  monthlyFeeKobo: number;
  lines: { label: string; amountKobo: number }[];
  /** The rate of the VAT that is one of the lines, in basis points. */
  vatRate?: number;
  /** The add-ons of the line whose month is among the lines; absent where there is none. */
  addonIds?: string[];
};

/**
 * The card of a payment, as its owner recognises it. `signature` is an HMAC of the gateway's
 * identifier: equal for the same card.
 */
export type CardLabel = {
  brand: string | null;
  lastFour: string | null;
  /** Month as "2028-08". */
  expiry: string | null;
  signature: string | null;
  /**
   * An HMAC of the card details that every gateway reports: equal for the same card at all of them.
   * Absent on payments made before it was stored.
   */
  fingerprint?: string | null;
  /** Whether the gateway can charge it again without its owner. */
  reusable: boolean;
};

/**
 * One attempt to pay, written before the gateway is called, with a reference that is never reused.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reference: varchar('reference', { length: 20 }).notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Both null for money of an account without a plan: it becomes credit, or pays charges or invoices.
    subscriptionId: uuid('subscription_id').references(() => userSubscriptions.id),
    planId: uuid('plan_id').references(() => servicePlans.id),
    // Set when it pays for extra data in the month it is paid in instead of for a period; planId
    // and periodNumber are then those of that time.
    bundleId: uuid('bundle_id').references(() => dataBundles.id),
    // Set when it pays for an upgrade in the current period: the previous plan. planId is then the
    // more expensive one.
    upgradeFromPlanId: uuid('upgrade_from_plan_id').references(() => servicePlans.id),
    // Set when it pays for a one-off charge instead of for a period.
    chargeId: uuid('charge_id'),
    // The link of staff that its payer came by.
    linkId: uuid('link_id'),
    // Set when it pays for a company's invoices instead of for a period: the newest of them.
    invoiceId: uuid('invoice_id'),
    // The period that this attempt pays for; when another attempt has paid for it meanwhile, the
    // money becomes credit. 0 for money that buys nothing and becomes credit.
    periodNumber: integer('period_number').notNull(),
    // A gateway, `credit`, at the counter `cash`, `pos` or `deposit`, `voucher` or `agent`.
    gateway: varchar('gateway', { length: 20 }).notNull(),
    // Cash: the member of staff whose till it was put into.
    tillId: integer('till_id'),
    // The agent who took it and owes it since.
    agentId: integer('agent_id'),
    amount: koboColumn('amount').notNull(),
    // The amount that the gateway reports, where staff decided to book an amount other than the one
    // due; null otherwise.
    received: koboColumn('received'),
    creditUsed: koboColumn('credit_used').notNull().default(sql`0`),
    // What the gateway has refunded of it in parts outside the portal, as far as staff have
    // recorded it.
    refundedOutside: koboColumn('refunded_outside').notNull().default(sql`0`),
    currency: varchar('currency', { length: 3 }).notNull().default('NGN'),
    status: varchar('status', {
      length: 20,
      enum: ['initialized', 'pending', 'successful', 'failed', 'abandoned', 'review', 'refunded', 'disputed'],
    })
      .notNull()
      .default('initialized'),
    quote: jsonb('quote').$type<QuoteSnapshot>().notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    // Who paid, as far as they said, where that need not be the customer.
    payerName: varchar('payer_name', { length: 255 }),
    // Money that buys nothing pays what is due, once it is there.
    paysDue: boolean('pays_due').notNull().default(false),
    description: varchar('description', { length: 255 }).notNull(),
    authorizationUrl: text('authorization_url'),
    gatewayReference: varchar('gateway_reference', { length: 255 }),
    channel: varchar('channel', { length: 50 }),
    card: jsonb('card').$type<CardLabel>(),
    // The payer's consent to save the card of this payment for auto-pay.
    autoPayConsent: text('auto_pay_consent'),
    // Set on an automatic charge of a saved card: which card, and which attempt for its period.
    paymentMethodId: uuid('payment_method_id').references(() => paymentMethods.id),
    chargeAttempt: integer('charge_attempt'),
    // When an automatic charge is due to be sent; null once an instance has claimed it, which alone
    // may send it.
    chargeDueAt: timestamp('charge_due_at', { withTimezone: true }),
    // The day in Lagos on which an automatic charge was sent: no bill is tried twice on one day.
    chargeDay: date('charge_day'),
    // Set while a second click must find this attempt instead of opening another; null once it is
    // decided or abandoned.
    openKey: text('open_key'),
    checkCount: integer('check_count').notNull().default(0),
    // When the gateway is polled next; null once the outcome is final.
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
  },
  (table) => [
    index('payments_user').on(table.userId, table.createdAt, table.id),
    uniqueIndex('payments_open').on(table.openKey).where(sql`${table.openKey} is not null`),
    index('payments_due_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('payments_subscription').on(table.subscriptionId),
    uniqueIndex('payments_charge_once')
      .on(table.subscriptionId, table.periodNumber, table.chargeAttempt)
      .where(sql`${table.chargeAttempt} is not null`),
    uniqueIndex('payments_charge_day')
      .on(table.subscriptionId, table.periodNumber, table.chargeDay)
      .where(sql`${table.chargeDay} is not null`),
    index('payments_due_charge').on(table.chargeDueAt).where(sql`${table.chargeDueAt} is not null`),
    // The lists for staff, newest first: all payments, those in one state, and those of one
    // gateway.
    index('payments_newest').on(table.createdAt, table.id),
    index('payments_status').on(table.status, table.createdAt, table.id),
    index('payments_gateway').on(table.gateway, table.createdAt, table.id),
    index('payments_gateway_reference').on(table.gatewayReference).where(sql`${table.gatewayReference} is not null`),
  ],
);

/**
 * What happened to a payment and who reported it; append-only. A `confirmed` row holds the
 * gateway's own answer (invariant I3).
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: varchar('kind', { length: 40 }).notNull(),
    source: varchar('source', { length: 20 }).notNull(),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('payment_events_payment').on(table.paymentId, table.id)],
);

/**
 * Refunds: written before the gateway is called, one open refund for a payment at a time. Each has
 * its own reference.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reference: varchar('reference', { length: 20 }).notNull().unique(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: koboColumn('amount').notNull(),
    reason: text('reason').notNull(),
    // Whether the customer keeps the month that the payment bought.
    keepService: boolean('keep_service').notNull(),
    status: varchar('status', {
      length: 20,
      enum: ['awaiting-approval', 'requested', 'pending', 'done', 'failed'],
    }).notNull(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    approvedBy: integer('approved_by').references(() => users.id),
    gatewayRefundId: varchar('gateway_refund_id', { length: 100 }),
    outcome: text('outcome'),
    // When the gateway is polled next; null once the outcome is final.
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // A failed refund may be retried; any other is the only refund of its payment.
    uniqueIndex('refunds_one').on(table.paymentId).where(sql`${table.status} <> 'failed'`),
    index('refunds_payment').on(table.paymentId),
    index('refunds_due_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
  ],
);

/**
 * Webhooks as they arrived, without anything that can charge a card, each stored once and processed
 * afterwards.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    // The gateways send no event id: this is what identifies a repeated webhook.
    eventKey: varchar('event_key', { length: 255 }).notNull(),
    eventName: varchar('event_name', { length: 100 }).notNull(),
    reference: varchar('reference', { length: 100 }),
    rawBody: text('raw_body').notNull(),
    status: varchar('status', { length: 20, enum: ['stored', 'done', 'parked'] })
      .notNull()
      .default('stored'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    lastError: text('last_error'),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('webhook_events_once').on(table.gateway, table.eventKey),
    index('webhook_events_reference').on(table.reference),
    index('webhook_events_failed')
      .on(table.id)
      .where(sql`${table.status} <> 'done' and ${table.lastError} is not null`),
    index('webhook_events_due').on(table.nextAttemptAt).where(sql`${table.status} = 'stored'`),
  ],
);

/** How far our ledger has been reconciled with a gateway's own list of successful payments. */
export const gatewayReconciliations = pgTable('gateway_reconciliations', {
  gateway: varchar('gateway', { length: 20 }).primaryKey(),
  // Null until the gateway has answered a first reconciliation.
  reconciledUntil: timestamp('reconciled_until', { withTimezone: true }),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  // The references that only the last reconciliation has settled.
  settled: jsonb('settled').$type<string[]>().notNull().default([]),
});

/**
 * A saved card or bank mandate, by which a customer is charged again. It holds what its owner
 * recognises it by, never its number. `reference` is the gateway's token, encrypted with the
 * installation's secret, and empty from the moment the customer removes the card.
 */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: varchar('provider', { length: 20 }).notNull(),
    kind: varchar('kind', { length: 10, enum: ['card', 'mandate'] })
      .notNull()
      .default('card'),
    reference: varchar('reference', { length: 255 }).notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    // Null where the gateway does not report it, or where it is not a card.
    cardBrand: varchar('card_brand', { length: 30 }),
    // For a mandate those of the account's number.
    cardLastFour: varchar('card_last_four', { length: 4 }),
    // Of a mandate.
    bankName: varchar('bank_name', { length: 100 }),
    // Month as "2028-08".
    cardExpiry: varchar('card_expiry', { length: 7 }),
    // See CardLabel.
    cardSignature: varchar('card_signature', { length: 100 }),
    // Of the payment that saved it: a gateway charges it again only with the same email address.
    email: varchar('email', { length: 255 }).notNull().default(''),
    expiryNotifiedAt: timestamp('expiry_notified_at', { withTimezone: true }),
    // Set while its owner does not want it to be charged.
    pausedAt: timestamp('paused_at', { withTimezone: true }),
    removedAt: timestamp('removed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('payment_methods_user').on(table.userId),
    // Saving the same card again updates the saved card.
    uniqueIndex('payment_methods_card')
      .on(table.userId, table.provider, table.cardSignature)
      .where(sql`${table.removedAt} is null and ${table.cardSignature} is not null`),
    // The same card in another account.
    index('payment_methods_signature').on(table.cardSignature).where(sql`${table.cardSignature} is not null`),
  ],
);
