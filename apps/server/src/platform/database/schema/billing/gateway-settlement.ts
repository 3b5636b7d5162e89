import { sql } from 'drizzle-orm';
import {
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
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { payments } from './payment.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The columns of a settlement report, by their heads; null where the report has none. */
export type ReportColumns = {
  paymentReference: string;
  amount: string;
  fee: string | null;
  settlementAmount: string | null;
  settlementDate: string;
  batchReference: string;
  accountNumber: string | null;
};

/** The reading of a gateway's settlements: when it is due, how it went, and what staff chose for it. */
export const gatewaySettlementReadings = pgTable('gateway_settlement_readings', {
  gateway: varchar('gateway', { length: 20 }).primaryKey(),
  // Null before the first one, and for a gateway whose report staff import.
  nextAt: moment('next_at'),
  // The last reading, or import, that went through to its end.
  readAt: moment('read_at'),
  failedAt: moment('failed_at'),
  failure: text('failure'),
  // How the gateway's fees hold VAT that can be recovered: `included` in them, `added` beside them.
  feeVat: varchar('fee_vat', { length: 10, enum: ['none', 'included', 'added'] })
    .notNull()
    .default('none'),
  reportColumns: jsonb('report_columns').$type<ReportColumns>(),
});

/** What a gateway pays out at once, as it says. */
export const gatewaySettlements = pgTable(
  'gateway_settlements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    // The vendor's.
    settlementId: varchar('settlement_id', { length: 60 }).notNull(),
    status: varchar('status', { length: 10, enum: ['pending', 'paid', 'failed', 'flagged'] }).notNull(),
    paidToAccount: varchar('paid_to_account', { length: 40 }),
    paidToBank: varchar('paid_to_bank', { length: 60 }),
    gross: koboColumn('gross').notNull(),
    // With their VAT, whether it is in them or beside them.
    fees: koboColumn('fees').notNull(),
    feeVat: koboColumn('fee_vat').notNull().default(sql`0`),
    // Of the fees, what payers paid on top of our price.
    payerFees: koboColumn('payer_fees').notNull().default(sql`0`),
    refunds: koboColumn('refunds').notNull().default(sql`0`),
    chargebacks: koboColumn('chargebacks').notNull().default(sql`0`),
    stampDuty: koboColumn('stamp_duty').notNull().default(sql`0`),
    // What is missing between gross and net and has no name.
    unexplained: koboColumn('unexplained').notNull().default(sql`0`),
    net: koboColumn('net').notNull(),
    // Of what was booked, that which is no payment or refund of ours.
    suspense: koboColumn('suspense').notNull().default(sql`0`),
    // How many it holds, once they were read.
    payments: integer('payments').notNull().default(0),
    // A day in Lagos.
    settledOn: date('settled_on', { mode: 'string' }).notNull(),
    bankReference: varchar('bank_reference', { length: 100 }),
    readAt: moment('read_at').notNull(),
    // When its payments were read.
    itemsReadAt: moment('items_read_at'),
    bookedAt: moment('booked_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('gateway_settlements_once').on(table.gateway, table.settlementId),
    // The lists for staff, newest first: all, those of one gateway, and those in one state.
    index('gateway_settlements_newest').on(table.settledOn, table.id),
    index('gateway_settlements_gateway').on(table.gateway, table.settledOn, table.id),
    index('gateway_settlements_status').on(table.status, table.settledOn, table.id),
  ],
);

/** A payment, refund or chargeback inside a settlement. */
export const gatewaySettlementItems = pgTable(
  'gateway_settlement_items',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    settlement: uuid('settlement')
      .notNull()
      .references(() => gatewaySettlements.id),
    kind: varchar('kind', { length: 10, enum: ['payment', 'refund', 'chargeback'] }).notNull(),
    // Ours where the gateway repeats it, else its own.
    reference: varchar('reference', { length: 100 }).notNull(),
    vendorReference: varchar('vendor_reference', { length: 100 }).notNull(),
    // Null for what is not ours, not paid by our ledger, or in an earlier settlement already.
    paymentId: uuid('payment_id').references(() => payments.id),
    amount: koboColumn('amount').notNull(),
    fee: koboColumn('fee').notNull().default(sql`0`),
    // What it moved out of the gateway's account of the ledger, negative for what went back.
    booked: koboColumn('booked').notNull().default(sql`0`),
  },
  (table) => [
    unique('gateway_settlement_items_once').on(table.settlement, table.kind, table.vendorReference),
    uniqueIndex('gateway_settlement_items_payment').on(table.paymentId).where(sql`${table.kind} = 'payment'`),
    index('gateway_settlement_items_of_payment').on(table.paymentId).where(sql`${table.paymentId} is not null`),
    index('gateway_settlement_items_open')
      .on(table.reference)
      .where(sql`${table.kind} = 'payment' and ${table.paymentId} is null`),
  ],
);

/** What does not agree in a settlement, kept until staff resolve it. */
export const gatewaySettlementFindings = pgTable(
  'gateway_settlement_findings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    settlement: uuid('settlement')
      .notNull()
      .references(() => gatewaySettlements.id),
    kind: varchar('kind', { length: 20 }).notNull(),
    // The reference that it is about; empty for the settlement itself.
    subject: varchar('subject', { length: 100 }).notNull().default(''),
    // Texts, and sums in kobo. Other details are a new fact: the finding is open again.
    details: jsonb('details').$type<Record<string, string | number | null>>().notNull(),
    foundAt: moment('found_at').notNull(),
    resolvedAt: moment('resolved_at'),
    // Null for what came right by itself.
    resolvedBy: integer('resolved_by').references(() => users.id),
    reason: text('reason'),
  },
  (table) => [
    unique('gateway_settlement_findings_once').on(table.settlement, table.kind, table.subject),
    index('gateway_settlement_findings_open').on(table.foundAt, table.id).where(sql`${table.resolvedAt} is null`),
  ],
);
