import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { agents } from './agent.ts';
import { payments } from './payment.ts';

/** Vouchers that were made and sold together. Their face value is the ledger's account `vouchers` until it is used. */
export const voucherBatches = pgTable(
  'voucher_batches',
  {
    number: serial('number').primaryKey(),
    // `imported`: codes of an earlier system, of any form, each with a value of its own.
    kind: varchar('kind', { length: 10, enum: ['made', 'imported'] })
      .notNull()
      .default('made'),
    // The face value of one; zero for imported ones.
    amount: koboColumn('amount').notNull(),
    count: integer('count').notNull(),
    // The midnight in Lagos with which its last day ends.
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    agentId: integer('agent_id').references(() => agents.id),
    // What the agent pays less, of each.
    discount: koboColumn('discount').notNull(),
    // `approved` has no PINs yet: they are made when they are handed out.
    status: varchar('status', {
      length: 20,
      enum: ['awaiting-approval', 'declined', 'approved', 'issued', 'stopped', 'refunded'],
    }).notNull(),
    clientRequestId: varchar('client_request_id', { length: 64 }).unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // The second person, or who took it back; null where none was needed.
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    decisionReason: text('decision_reason'),
    // How often PINs were made for it: each time, those before are void.
    issues: smallint('issues').notNull().default(0),
    issuedBy: integer('issued_by').references(() => users.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }),
    stoppedBy: integer('stopped_by').references(() => users.id),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    stopReason: text('stop_reason'),
    refundedBy: integer('refunded_by').references(() => users.id),
    refundedAt: timestamp('refunded_at', { withTimezone: true }),
  },
  (table) => [index('voucher_batches_agent').on(table.agentId)],
);

/** A voucher. Its PIN is known to whom it was given alone: the table has its HMAC. */
export const vouchers = pgTable(
  'vouchers',
  {
    batch: integer('batch')
      .notNull()
      .references(() => voucherBatches.number),
    index: integer('index').notNull(),
    // HMAC-SHA-256 with the installation's hash key, base64url.
    pinHash: varchar('pin_hash', { length: 43 }).notNull().unique(),
    amount: koboColumn('amount').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    status: varchar('status', { length: 10, enum: ['issued', 'used', 'stopped', 'expired', 'returned'] }).notNull(),
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    usedAt: timestamp('used_at', { withTimezone: true }),
    // How it was used.
    via: varchar('via', { length: 10, enum: ['web', 'ussd', 'sms', 'whatsapp', 'counter', 'agent'] }),
    // Of one that was stopped by its own number.
    stoppedBy: integer('stopped_by').references(() => users.id),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    stopReason: text('stop_reason'),
  },
  (table) => [
    primaryKey({ columns: [table.batch, table.index] }),
    // What may expire.
    index('vouchers_unused').on(table.expiresAt).where(sql`${table.status} in ('issued', 'stopped')`),
  ],
);
