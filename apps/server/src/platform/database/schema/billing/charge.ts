import { boolean, index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { priceColumn } from '../kobo-column.ts';
import { invoices } from './invoice.ts';
import { payments } from './payment.ts';
import { userSubscriptions } from './subscription.ts';

/** What is charged once, such as an installation, or month by month with the plan of a line: a fixed address. */
export const chargeProducts = pgTable('charge_products', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: varchar('name', { length: 100 }).notNull().unique(),
  price: priceColumn('price').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  bearsVat: boolean('bears_vat').notNull().default(true),
  // Why it bears none; null where it does, and in products of earlier releases, which are exempt.
  untaxedAs: varchar('untaxed_as', { length: 20, enum: ['zero-rated', 'exempt'] }),
  // What a line has of it month by month, beside its plan, one product of each; null for what is charged once.
  monthlyFor: varchar('monthly_for', { length: 20, enum: ['ipv4', 'ipv6-prefix'] }),
});

/** Each price of a product, from when on, and who set it; nobody did the first ones. */
export const chargeProductPrices = pgTable(
  'charge_product_prices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: uuid('product_id')
      .notNull()
      .references(() => chargeProducts.id),
    price: priceColumn('price').notNull(),
    bearsVat: boolean('bears_vat').notNull(),
    setBy: integer('set_by').references(() => users.id),
    since: timestamp('since', { withTimezone: true }).notNull(),
  },
  (table) => [index('charge_product_prices_product').on(table.productId, table.since)],
);

/** A one-off charge of a customer with an invoice of its own. */
export const oneOffCharges = pgTable(
  'one_off_charges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // Null while its account has no plan.
    subscriptionId: uuid('subscription_id').references(() => userSubscriptions.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => chargeProducts.id),
    quantity: integer('quantity').notNull(),
    invoiceNumber: varchar('invoice_number', { length: 30 })
      .notNull()
      .unique()
      .references(() => invoices.invoiceNumber),
    // Chosen by the page: a repeat after a lost answer charges nothing again. Null from other programs.
    clientRequestId: varchar('client_request_id', { length: 64 }).unique(),
    chargedBy: integer('charged_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // The payment that it was paid with, and when that was refunded.
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id),
    refundedAt: timestamp('refunded_at', { withTimezone: true }),
  },
  (table) => [index('one_off_charges_user').on(table.userId, table.createdAt)],
);
