import { sql } from 'drizzle-orm';
import { integer, pgTable, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { priceColumn } from '../kobo-column.ts';
import { chargeProducts } from './charge.ts';
import { userSubscriptions } from './subscription.ts';

/** What a subscription has beside its plan and pays month by month with it, such as a fixed address. */
export const subscriptionAddons = pgTable(
  'subscription_addons',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => userSubscriptions.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => chargeProducts.id),
    // Name and price of the product when it was taken: they stay until it ends.
    name: varchar('name', { length: 100 }).notNull(),
    monthlyFee: priceColumn('monthly_fee').notNull(),
    // The last paid month of the subscription that it was charged for, with the month or by itself.
    chargedThrough: integer('charged_through').notNull(),
    // The last month in which it is had; null while it goes on.
    lastPeriod: integer('last_period'),
    startedBy: integer('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    // A line has one of each product at a time; a subscription's price is read through it.
    uniqueIndex('subscription_addons_one_open')
      .on(table.subscriptionId, table.productId)
      .where(sql`${table.endedAt} is null`),
  ],
);
