import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp, unique, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Where a gateway and our ledger say different things of a payment, kept until staff close it. */
export const gatewayDiscrepancies = pgTable(
  'gateway_discrepancies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    gateway: varchar('gateway', { length: 20 }).notNull(),
    reference: varchar('reference', { length: 100 }).notNull(),
    // `unknown-reference`: paid there under a reference that we never gave. `not-settled`: paid
    // there, not here. `other-amount`. `not-paid`: a success here, none there. `refunded-outside`:
    // a success on both sides, of which the gateway has refunded `gatewayAmount`.
    kind: varchar('kind', {
      length: 20,
      enum: ['unknown-reference', 'not-settled', 'other-amount', 'not-paid', 'refunded-outside'],
    }).notNull(),
    ledgerAmount: koboColumn('ledger_amount'),
    gatewayAmount: koboColumn('gateway_amount'),
    gatewayStatus: varchar('gateway_status', { length: 100 }).notNull(),
    foundAt: moment('found_at').notNull(),
    closedAt: moment('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
    closeReason: text('close_reason'),
  },
  (table) => [
    unique('gateway_discrepancies_once').on(table.gateway, table.reference, table.kind),
    index('gateway_discrepancies_open').on(table.gateway, table.id).where(sql`${table.closedAt} is null`),
  ],
);
