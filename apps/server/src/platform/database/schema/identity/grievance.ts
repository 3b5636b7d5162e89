import { grievanceFindings, grievanceOutcomes, grievanceStates } from '@portal/contract/identity/grievances';
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** Notices by which people ask us to put right how we treat their data (GAID 2025, article 40). */
export const grievances = pgTable(
  'grievances',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // Counts all of them; people quote it as G-000123.
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    what: text('what').notNull(),
    since: varchar('since', { length: 200 }).notNull(),
    wanted: text('wanted').notNull(),
    status: varchar('status', { length: 10, enum: grievanceStates }).notNull().default('received'),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    // The last moment for the answer, as it was promised.
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    finding: varchar('finding', { length: 20, enum: grievanceFindings }),
    answer: text('answer'),
    answeredBy: integer('answered_by').references(() => users.id),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    outcome: varchar('outcome', { length: 20, enum: grievanceOutcomes }),
    closedBy: integer('closed_by').references(() => users.id),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    // The client's idempotency key: sent again, it is the same grievance.
    clientGrievanceId: varchar('client_grievance_id', { length: 64 }).notNull(),
  },
  (table) => [
    unique('grievances_once').on(table.userId, table.clientGrievanceId),
    index('grievances_due').on(table.dueAt).where(sql`${table.status} = 'received'`),
    index('grievances_status').on(table.status, table.number),
  ],
);
