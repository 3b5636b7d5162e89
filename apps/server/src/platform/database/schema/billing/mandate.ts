import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { paymentMethods } from './payment.ts';
import { userSubscriptions } from './subscription.ts';

/**
 * A bank mandate from the moment a customer asks for it, written before the vendor is called. Of the
 * account it holds the bank's name and the last four digits, never the number.
 */
export const mandates = pgTable(
  'mandates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Whose months it is to pay for once it is active.
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    provider: varchar('provider', { length: 20 }).notNull(),
    // The vendor's; null until it has answered.
    reference: varchar('reference', { length: 100 }).unique(),
    // Where the customer approves it; null once it is approved or has ended.
    approvalUrl: text('approval_url'),
    status: varchar('status', {
      length: 20,
      enum: ['awaiting-approval', 'approved', 'active', 'revoked', 'failed'],
    }).notNull(),
    bankName: varchar('bank_name', { length: 100 }),
    lastFour: varchar('last_four', { length: 4 }),
    // With which the vendor knows the customer: it charges only with the same address.
    email: varchar('email', { length: 255 }).notNull(),
    // The consent, in the words that were shown.
    wording: text('wording').notNull(),
    // An HMAC of the vendor's code for the mandate, by which its messages are understood.
    codeHash: varchar('code_hash', { length: 100 }),
    // The saved method, from when it is active.
    paymentMethodId: uuid('payment_method_id').references(() => paymentMethods.id),
    // When the vendor is asked about it next, or told that it has ended here; null when nothing is open.
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    // The due day for which its customer was told that it will not pay.
    idleToldFor: date('idle_told_for'),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    activeAt: timestamp('active_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: varchar('end_reason', {
      length: 20,
      enum: ['customer', 'bank', 'not-opened', 'not-approved', 'not-activated', 'other-customer', 'replaced'],
    }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('mandates_user').on(table.userId, table.createdAt),
    index('mandates_subscription').on(table.subscriptionId),
    index('mandates_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('mandates_code').on(table.codeHash).where(sql`${table.codeHash} is not null`),
    index('mandates_awaited').on(table.email).where(sql`${table.status} in ('awaiting-approval', 'approved')`),
    uniqueIndex('mandates_method').on(table.paymentMethodId).where(sql`${table.paymentMethodId} is not null`),
  ],
);
