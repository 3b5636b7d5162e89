import { sql } from 'drizzle-orm';
import {
  bigserial,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { accounts } from '../identity/account-people.ts';
import { lines } from '../identity/line.ts';
import { koboColumn } from '../kobo-column.ts';
import { payments } from './payment.ts';

/**
 * That a provider opens account numbers for a customer: written before the provider is called. What the
 * provider asks of the customer (BVN or NIN) is passed on and never stored.
 */
export const virtualAccountRequests = pgTable(
  'virtual_account_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    // Set where money to its numbers is for one line alone.
    lineId: integer('line_id').references(() => lines.id),
    provider: varchar('provider', { length: 20 }).notNull(),
    // Ours, at the provider: `accountReference` of Monnify, `tx_ref` of Flutterwave; sent to no other payment.
    reference: varchar('reference', { length: 20 }).notNull(),
    // The provider's: Paystack's customer code, Flutterwave's order reference.
    providerReference: varchar('provider_reference', { length: 100 }),
    // Which bank was asked for; null where the provider chooses.
    bank: varchar('bank', { length: 60 }),
    status: varchar('status', {
      length: 20,
      enum: ['requested', 'needs-identity', 'active', 'refused', 'closing', 'closed'],
    }).notNull(),
    // Why the provider refused it, in its words.
    refusal: text('refusal'),
    attempts: integer('attempts').notNull().default(0),
    // When the provider is called or asked next; null once nothing is left to do.
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    // When the customer last had the provider asked for a transfer.
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('virtual_account_requests_reference').on(table.reference),
    // One at a time of an account, or of a line, at each bank of a provider.
    uniqueIndex('virtual_account_requests_one')
      .on(table.accountId, sql`coalesce(${table.lineId}, 0)`, table.provider, sql`coalesce(${table.bank}, '')`)
      .where(sql`${table.status} in ('requested', 'needs-identity', 'active')`),
    index('virtual_account_requests_account').on(table.accountId, table.createdAt),
    index('virtual_account_requests_provider_reference')
      .on(table.provider, table.providerReference)
      .where(sql`${table.providerReference} is not null`),
    index('virtual_account_requests_due')
      .on(table.provider, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
);

/** An account number at a bank to which a customer's money comes. Money to a replaced one is still theirs. */
export const virtualAccounts = pgTable(
  'virtual_accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => virtualAccountRequests.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    provider: varchar('provider', { length: 20 }).notNull(),
    bank: varchar('bank', { length: 60 }).notNull(),
    accountNumber: varchar('account_number', { length: 10 }).notNull(),
    accountName: varchar('account_name', { length: 255 }).notNull(),
    // The provider's number of it, where it has one.
    providerId: varchar('provider_id', { length: 100 }),
    status: varchar('status', { length: 20, enum: ['active', 'replaced', 'closed'] }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('virtual_accounts_once').on(table.requestId, table.accountNumber),
    index('virtual_accounts_number').on(table.accountNumber, table.provider),
    index('virtual_accounts_account').on(table.accountId),
    index('virtual_accounts_bank').on(table.provider, table.bank, table.status),
    index('virtual_accounts_closed').on(table.closedAt).where(sql`${table.closedAt} is not null`),
  ],
);

/**
 * Money that came to an account number without an opened payment, each transfer once by the provider's
 * reference and by the bank's session id. `waiting`: staff decide whose it is.
 */
export const incomingTransfers = pgTable(
  'incoming_transfers',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: varchar('provider', { length: 20 }).notNull(),
    // The provider's reference of the transaction.
    reference: varchar('reference', { length: 100 }).notNull(),
    // The provider's id of the transaction, by which its settlements and refunds name it.
    transactionId: varchar('transaction_id', { length: 100 }).notNull(),
    // The bank's session id, where the provider tells it.
    sessionId: varchar('session_id', { length: 100 }),
    amount: koboColumn('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    // The number that it was sent to, and whose numbers the provider says they are.
    accountNumber: varchar('account_number', { length: 20 }),
    accountReference: varchar('account_reference', { length: 100 }),
    payerName: varchar('payer_name', { length: 255 }),
    payerBank: varchar('payer_bank', { length: 100 }),
    narration: text('narration'),
    // By the provider's clock.
    paidAt: timestamp('paid_at', { withTimezone: true }),
    source: varchar('source', { length: 20 }).notNull(),
    status: varchar('status', {
      length: 20,
      enum: ['settled', 'waiting', 'returning', 'returned', 'reversed'],
    }).notNull(),
    // Why it waits, or waited.
    reason: varchar('reason', { length: 30 }),
    // Whose it may be: of the closed number that it came to.
    suggestedAccountId: integer('suggested_account_id').references(() => accounts.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    decidedBy: integer('decided_by').references(() => users.id),
    // The second member of staff, who agreed to send it back.
    approvedBy: integer('approved_by').references(() => users.id),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    note: text('note'),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('incoming_transfers_once').on(table.provider, table.reference),
    uniqueIndex('incoming_transfers_session').on(table.sessionId).where(sql`${table.sessionId} is not null`),
    uniqueIndex('incoming_transfers_payment').on(table.paymentId).where(sql`${table.paymentId} is not null`),
    index('incoming_transfers_newest').on(table.receivedAt, table.id),
    index('incoming_transfers_status').on(table.status, table.receivedAt, table.id),
    index('incoming_transfers_provider').on(table.provider, table.receivedAt),
  ],
);

/** How far the transfers of a provider have been read from its own list, every night. */
export const transferReadings = pgTable('transfer_readings', {
  provider: varchar('provider', { length: 20 }).primaryKey(),
  readUntil: timestamp('read_until', { withTimezone: true }),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  // The day of the last reading, and how many transfers it alone has found.
  day: date('day'),
  found: integer('found').notNull().default(0),
});
