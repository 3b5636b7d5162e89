import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { paymentMethods } from './payment.ts';
import { userSubscriptions } from './subscription.ts';

/**
 * A customer's consent to automatic renewal of one subscription with one card or bank mandate, in the
 * words that they agreed to. Kept after it has ended, as evidence.
 */
export const autoPayConsents = pgTable(
  'auto_pay_consents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    paymentMethodId: uuid('payment_method_id')
      .notNull()
      .references(() => paymentMethods.id),
    // That of the payment method: one of each kind may be charged for a subscription.
    kind: varchar('kind', { length: 10, enum: ['card', 'mandate'] })
      .notNull()
      .default('card'),
    wording: text('wording').notNull(),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: varchar('end_reason', {
      length: 20,
      enum: ['customer', 'card-removed', 'declined', 'replaced', 'charged-back', 'revoked'],
    }),
  },
  (table) => [
    uniqueIndex('auto_pay_consents_live').on(table.subscriptionId, table.kind).where(sql`${table.endedAt} is null`),
    index('auto_pay_consents_line').on(table.subscriptionId, table.givenAt),
    index('auto_pay_consents_card').on(table.paymentMethodId),
    index('auto_pay_consents_user').on(table.userId),
  ],
);
