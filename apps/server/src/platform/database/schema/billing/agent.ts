import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';
import { tillShifts } from './counter.ts';
import { payments } from './payment.ts';

/**
 * Who sells for the provider on account. What an agent owes is the ledger's account `agent:<id>`. The
 * provider's own stock of vouchers is one of them, of kind `own-stock`.
 */
export const agents = pgTable(
  'agents',
  {
    id: serial('id').primaryKey(),
    kind: varchar('kind', { length: 10, enum: ['agent', 'own-stock'] })
      .notNull()
      .default('agent'),
    // The member of staff who sells at the agents' counter; null for one who only sells vouchers.
    staffId: integer('staff_id')
      .unique()
      .references(() => users.id),
    name: varchar('name', { length: 100 }).notNull(),
    phone: varchar('phone', { length: 20 }),
    // What the agent may owe at most; null for none.
    creditLimit: koboColumn('credit_limit'),
    // Of cash that the agent takes, and the usual discount on vouchers.
    commissionBasisPoints: integer('commission_basis_points').notNull(),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('agents_own_stock').on(table.kind).where(sql`${table.kind} = 'own-stock'`)],
);

/** What the agents' counter adds to a payment that was taken there. */
export const agentSales = pgTable(
  'agent_sales',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id),
    // Chosen by the page: a repeat after a lost answer gets the same payment.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    agentId: integer('agent_id')
      .notNull()
      .references(() => agents.id),
    commission: koboColumn('commission').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('agent_sales_agent').on(table.agentId, table.createdAt)],
);

/** Money that an agent handed over: cash into the till of who took it, or a transfer to the bank. */
export const agentSettlements = pgTable(
  'agent_settlements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    agentId: integer('agent_id')
      .notNull()
      .references(() => agents.id),
    amount: koboColumn('amount').notNull(),
    method: varchar('method', { length: 10, enum: ['cash', 'transfer'] }).notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    // Cash: the shift whose till has it.
    shiftId: uuid('shift_id').references(() => tillShifts.id),
    // The bank's number of the transfer, without spaces and in capitals: each is used once.
    bankReference: varchar('bank_reference', { length: 60 }).unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('agent_settlements_agent').on(table.agentId, table.createdAt),
    index('agent_settlements_shift').on(table.shiftId),
  ],
);
