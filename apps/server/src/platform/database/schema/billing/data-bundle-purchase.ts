import { index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { lines } from '../identity/line.ts';
import { payments } from './payment.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Extra data that was paid for, added to the limit of its Lagos month. One payment buys one bundle.
 */
export const dataBundlePurchases = pgTable(
  'data_bundle_purchases',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    lineId: integer('user_id')
      .notNull()
      .references(() => lines.id),
    period: varchar('period', { length: 7 }).notNull(),
    gigabytes: integer('gigabytes').notNull(),
    // Refunded: no longer counts towards the limit.
    endedAt: moment('ended_at'),
    boughtAt: moment('bought_at').notNull(),
  },
  (table) => [index('data_bundle_purchases_month').on(table.lineId, table.period)],
);
