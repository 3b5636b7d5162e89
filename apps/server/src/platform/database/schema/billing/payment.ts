import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
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
import { koboColumn, koboSumColumn } from '../kobo-column.ts';
import { dataBundles } from './data-bundle.ts';
import { userSubscriptions } from './subscription.ts';

/** Amounts in kobo, as the quote of the moment of initialising had them. */
export type QuoteSnapshot = {
  planName: string;
  monthlyFeeKobo: number;
  lines: { label: string; amountKobo: number }[];
};

/**
 * The card that a payment was made with, as its owner recognises it. `signature` is an HMAC of what
 * the gateway knows it by: equal for the same card.
 */
export type CardLabel = {
  brand: string | null;
  lastFour: string | null;
  /** Month as "2028-08". */
  expiry: string | null;
  signature: string | null;
  /**
   * The same for what every gateway tells of a card; of the same card equal at all of them. Absent
   * on payments from before it was kept.
   */
  fingerprint?: string | null;
  /** Whether the gateway charges it again without its owner. */
  reusable: boolean;
};

/**
 * One attempt to pay, written before the gateway hears of it, with a reference that is never used
 * again.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reference: varchar('reference', { length: 20 }).notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    planId: uuid('plan_id')
      .notNull()
      .references(() => servicePlans.id),
    // Set when it pays for extra data in the month it is paid in instead of for a period; planId
    // and periodNumber are then those of the time.
    bundleId: uuid('bundle_id').references(() => dataBundles.id),
    // Set when it pays for a dearer plan in the period under way: the plan that is left. planId is
    // then the dearer one.
    upgradeFromPlanId: uuid('upgrade_from_plan_id').references(() => servicePlans.id),
    // The period that this attempt pays for; when another attempt has paid for it meanwhile, the
    // money becomes credit.
    periodNumber: integer('period_number').notNull(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    amount: koboColumn('amount').notNull(),
    // What the gateway says came in, where staff decided to book another sum than the amount due;
    // null otherwise.
    received: koboColumn('received'),
    creditUsed: koboColumn('credit_used').notNull().default(sql`0`),
    // What its gateway has refunded of it in parts, outside the portal, as far as staff have
    // recorded that.
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
    description: varchar('description', { length: 255 }).notNull(),
    authorizationUrl: text('authorization_url'),
    gatewayReference: varchar('gateway_reference', { length: 255 }),
    channel: varchar('channel', { length: 50 }),
    card: jsonb('card').$type<CardLabel>(),
    // What the payer agreed to: to keep the card of this payment for auto-pay.
    autoPayConsent: text('auto_pay_consent'),
    // Set on an automatic charge of a saved card: which card, and which of the tries for its
    // period.
    paymentMethodId: uuid('payment_method_id').references(() => paymentMethods.id),
    chargeAttempt: integer('charge_attempt'),
    // When an automatic charge is to be sent; null once somebody has taken it on, who alone may
    // send it.
    chargeDueAt: timestamp('charge_due_at', { withTimezone: true }),
    // Set while a second click must find this attempt instead of opening another; null once it is
    // decided or given up.
    openKey: text('open_key'),
    pollCount: integer('poll_count').notNull().default(0),
    // When the poll asks the gateway next; null once nothing is left to ask.
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
    index('payments_due_charge').on(table.chargeDueAt).where(sql`${table.chargeDueAt} is not null`),
    // The lists of staff, newest first: all of them, those in one state, and those of one gateway.
    index('payments_newest').on(table.createdAt, table.id),
    index('payments_status').on(table.status, table.createdAt, table.id),
    index('payments_gateway').on(table.gateway, table.createdAt, table.id),
    index('payments_gateway_reference').on(table.gatewayReference).where(sql`${table.gatewayReference} is not null`),
  ],
);

/**
 * What happened to a payment and who said so; append-only. A `confirmed` row holds the gateway's
 * own answer (invariant I3).
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
 * Money on its way back: written before the gateway hears of it, one at a time for a payment. Each
 * has a reference of its own.
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
    // When the gateway is asked next how it stands; null once nothing is left to ask.
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    // What failed may be tried again; anything else is the one refund of its payment.
    uniqueIndex('refunds_one').on(table.paymentId).where(sql`${table.status} <> 'failed'`),
    index('refunds_payment').on(table.paymentId),
    index('refunds_due_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
  ],
);

/**
 * Notices as they arrived but for what charges cards, each stored once and processed afterwards.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    // The gateways give no event id: this is what makes two webhooks the same.
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
    index('webhook_events_due').on(table.nextAttemptAt).where(sql`${table.status} = 'stored'`),
  ],
);

/** How far our ledger has been reconciled with a gateway's own list of successful payments. */
export const gatewayReconciliations = pgTable('gateway_reconciliations', {
  gateway: varchar('gateway', { length: 20 }).primaryKey(),
  // Null until the first reconciliation that the gateway answered.
  reconciledUntil: timestamp('reconciled_until', { withTimezone: true }),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  // The references that the last reconciliation alone has settled.
  settled: jsonb('settled').$type<string[]>().notNull().default([]),
});

/**
 * Double entry: the entries of one `transactionKey` add up to zero, debits positive. Accounts:
 * `gateway:<id>` (money at a gateway), `credit` (what we owe the customer named by userId),
 * `revenue` (paid periods), `referral-rewards` (what referrals cost us), `refunds` (credit on its
 * way back through a gateway), `chargebacks` (what banks took back of money that had become credit
 * and was spent).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Says what it does, so that it can be done once: `payment:<reference>`, `reward:<referral
    // id>`, `overpayment:<reference>`, `chargeback:<payment reference>`, `external-refund:<payment
    // reference>:<sum of all parts in kobo>`, `refund:<payment reference>`, `refund-held:<refund
    // reference>`, `refund-returned:<refund reference>`, `reward-reversal:<referral id>`.
    transactionKey: varchar('transaction_key', { length: 100 }).notNull(),
    account: varchar('account', { length: 50 }).notNull(),
    userId: integer('user_id').references(() => users.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    amount: koboSumColumn('amount').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('ledger_entries_once').on(table.transactionKey, table.account),
    index('ledger_entries_credit').on(table.userId).where(sql`${table.account} = 'credit'`),
    index('ledger_entries_rewards').on(table.userId).where(sql`${table.account} = 'referral-rewards'`),
    index('ledger_entries_payment').on(table.paymentId),
    index('ledger_entries_account').on(table.account, table.createdAt),
  ],
);

/**
 * What customers may spend, kept beside the ledger so that a conditional UPDATE can refuse to spend
 * it twice; equals minus the sum of their `credit` entries.
 */
export const creditBalances = pgTable('credit_balances', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  balance: koboSumColumn('balance').notNull().default(sql`0`),
});

/**
 * What a customer may be charged with again. Of a card we know what its owner recognises it by,
 * never its number. `reference` is the gateway's token, sealed with the installation's secret, and
 * empty from the moment the customer removes the card.
 */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: varchar('provider', { length: 20 }).notNull(),
    reference: varchar('reference', { length: 255 }).notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    // Null where the gateway does not tell, or where it is no card.
    cardBrand: varchar('card_brand', { length: 30 }),
    cardLastFour: varchar('card_last_four', { length: 4 }),
    // Month as "2028-08".
    cardExpiry: varchar('card_expiry', { length: 7 }),
    // See CardLabel.
    cardSignature: varchar('card_signature', { length: 100 }),
    // Whose payment brought it: a gateway charges it again only under the same address.
    email: varchar('email', { length: 255 }).notNull().default(''),
    expiryNotifiedAt: timestamp('expiry_notified_at', { withTimezone: true }),
    removedAt: timestamp('removed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('payment_methods_user').on(table.userId),
    // A card that is kept again is the card that was kept.
    uniqueIndex('payment_methods_card')
      .on(table.userId, table.provider, table.cardSignature)
      .where(sql`${table.removedAt} is null and ${table.cardSignature} is not null`),
  ],
);
