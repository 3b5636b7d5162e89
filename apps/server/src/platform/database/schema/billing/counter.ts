import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { payments, refunds } from './payment.ts';

/**
 * A shift of a member of staff at the counter. Cash that they take is in their till, the ledger's
 * account `till:<id>`, which carries over from shift to shift.
 */
export const tillShifts = pgTable(
  'till_shifts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    // All null until it is closed. `expected` is the till's balance then, `counted` what was in it.
    closedAt: timestamp('closed_at', { withTimezone: true }),
    expected: koboColumn('expected'),
    counted: koboColumn('counted'),
    note: text('note'),
  },
  (table) => [
    uniqueIndex('till_shifts_open').on(table.staffId).where(sql`${table.closedAt} is null`),
    index('till_shifts_newest').on(table.openedAt, table.id),
  ],
);

/** Photographs of deposit slips; the file is in DATA_DIR/uploads. */
export const depositSlips = pgTable(
  'deposit_slips',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    uploaderId: integer('uploader_id')
      .notNull()
      .references(() => users.id),
    name: varchar('name', { length: 150 }).notNull(),
    mediaType: varchar('media_type', { length: 50 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('deposit_slips_uploader').on(table.uploaderId, table.createdAt)],
);

/** What the counter adds to a payment that was taken there. */
export const counterPayments = pgTable(
  'counter_payments',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    // Chosen by the page: a repeat after a lost answer gets the same payment.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => tillShifts.id),
    // The number on the POS or deposit slip, without spaces and in capitals: each is used once.
    outsideReference: varchar('outside_reference', { length: 60 }).unique(),
    slipId: uuid('slip_id')
      .unique()
      .references(() => depositSlips.id),
  },
  (table) => [index('counter_payments_shift').on(table.shiftId)],
);

/** Cash that went from a till to the bank. */
export const tillHandOvers = pgTable(
  'till_hand_overs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => tillShifts.id),
    amount: koboColumn('amount').notNull(),
    bankReference: varchar('bank_reference', { length: 60 }).notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('till_hand_overs_shift').on(table.shiftId)],
);

/** How a refund of money from the counter went back: in cash from a till, by bank transfer, or by the agent who had taken it. */
export const refundPayouts = pgTable(
  'refund_payouts',
  {
    refundId: uuid('refund_id')
      .primaryKey()
      .references(() => refunds.id),
    // Chosen by the page: a repeat after a lost answer pays nothing again.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    method: varchar('method', { length: 10, enum: ['cash', 'transfer', 'agent'] }).notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    // Cash: the shift whose till it came from.
    shiftId: uuid('shift_id').references(() => tillShifts.id),
    // The bank's number of the transfer, without spaces and in capitals: each is used once.
    bankReference: varchar('bank_reference', { length: 60 }).unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('refund_payouts_shift').on(table.shiftId)],
);
