import { sql } from 'drizzle-orm';
import { index, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { payments } from './payment.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A chargeback that the payer's bank requested: the gateway expects evidence until `dueAt`, where
 * it names a deadline.
 */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    openedAt: moment('opened_at').notNull(),
    dueAt: moment('due_at'),
    // `lost` once the gateway itself reports the payment as reversed, or staff have recorded it.
    outcome: varchar('outcome', { length: 10, enum: ['won', 'lost'] }),
    closedAt: moment('closed_at'),
  },
  (table) => [index('payment_disputes_open').on(table.dueAt).where(sql`${table.outcome} is null`)],
);
