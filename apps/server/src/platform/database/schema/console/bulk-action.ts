import type { BulkOrder, BulkState } from '@portal/contract/console/bulk-actions';
import type { CustomerFilter } from '@portal/contract/console/customers';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const counter = (name: string) => integer(name).notNull().default(0);

/** One thing that staff have done to many customers at once (decision 081). */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    // Chosen by the page, so that one form starts one action however often it is sent.
    id: uuid('id').primaryKey(),
    action: jsonb('action').$type<BulkOrder['action']>().notNull(),
    // Null for named customers.
    filter: jsonb('filter').$type<CustomerFilter>(),
    state: varchar('state', { length: 20 }).$type<BulkState>().notNull(),
    total: integer('total').notNull(),
    done: counter('done'),
    skipped: counter('skipped'),
    failed: counter('failed'),
    // Of credit for all rows together; null for an action without money.
    sum: koboColumn('sum'),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    // The second person, for credit above the operator's limit.
    decidedBy: integer('decided_by').references(() => users.id),
    decisionReason: varchar('decision_reason', { length: 500 }),
    cancelledBy: integer('cancelled_by').references(() => users.id),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('bulk_actions_newest').on(table.createdAt, table.id),
    index('bulk_actions_running').on(table.createdAt).where(sql`${table.state} = 'running'`),
  ],
);

/** The customers of a bulk action as they were when it was started, and what became of each. */
export const bulkActionRows = pgTable(
  'bulk_action_rows',
  {
    bulkActionId: uuid('bulk_action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    outcome: varchar('outcome', { length: 10, enum: ['waiting', 'done', 'skipped', 'failed'] })
      .notNull()
      .default('waiting'),
    // Why it was skipped or failed.
    reason: varchar('reason', { length: 200 }),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.bulkActionId, table.userId] }),
    index('bulk_action_rows_waiting').on(table.bulkActionId, table.userId).where(sql`${table.outcome} = 'waiting'`),
    index('bulk_action_rows_created').on(table.createdAt),
  ],
);
