import { sql } from 'drizzle-orm';
import { index, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { payments } from './payment.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A payment that its payer's bank wants back: evidence is due at the gateway until `dueAt`, where
 * it says so.
 */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    openedAt: moment('opened_at').notNull(),
    dueAt: moment('due_at'),
    // `lost` once the gateway itself calls the payment reversed, or staff have recorded it.
    outcome: varchar('outcome', { length: 10, enum: ['won', 'lost'] }),
    closedAt: moment('closed_at'),
  },
  (table) => [index('payment_disputes_open').on(table.dueAt).where(sql`${table.outcome} is null`)],
);
