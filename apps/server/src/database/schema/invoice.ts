import { index, integer, jsonb, pgTable, primaryKey, timestamp, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { koboColumn } from './kobo-column.ts';
import { payments } from './payment.ts';

/** Counters of numbered documents; incremented inside the transaction that issues one, so that no number is lost to a rollback. */
export const numberSeries = pgTable(
  'number_series',
  {
    series: varchar('series', { length: 20 }).notNull(),
    year: integer('year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

/** Everything that the receipt shows, fixed at the moment of payment. Line amounts in kobo. */
export type ReceiptSnapshot = {
  customerName: string;
  customerEmail: string;
  planName: string;
  periodStart: string | null;
  periodEnd: string | null;
  lines: { label: string; amountKobo: number }[];
};

export const receipts = pgTable(
  'receipts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    receiptNumber: varchar('receipt_number', { length: 30 }).notNull().unique(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    total: koboColumn('total').notNull(),
    vatIncluded: koboColumn('vat_included').notNull(),
    snapshot: jsonb('snapshot').$type<ReceiptSnapshot>().notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('receipts_sequence').on(table.year, table.sequence),
    index('receipts_user').on(table.userId, table.issuedAt.desc()),
  ],
);
