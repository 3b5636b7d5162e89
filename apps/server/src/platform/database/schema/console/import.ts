import type { ColumnRead, ImportKind } from '@portal/contract/console/imports';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const kind = () => varchar('kind', { length: 20 }).$type<ImportKind>().notNull();
const counter = (name: string) => integer(name).notNull().default(0);

/** One file of an earlier system, imported or tried out. */
export const imports = pgTable('imports', {
  id: uuid('id').primaryKey(),
  kind: kind(),
  // The system that the file comes from: ids are unique within it.
  source: varchar('source', { length: 40 }).notNull(),
  fileName: varchar('file_name', { length: 200 }).notNull(),
  isDryRun: boolean('is_dry_run').notNull(),
  status: varchar('status', { length: 10, enum: ['running', 'done', 'failed', 'undone'] }).notNull(),
  headers: jsonb('headers').$type<string[]>().notNull(),
  // The header that each field is read from.
  columns: jsonb('columns').$type<Record<string, string | null>>().notNull(),
  // How amounts and dates were read; null where it is not known (yet).
  readings: jsonb('readings').$type<Record<string, ColumnRead>>(),
  rows: counter('rows'),
  accepted: counter('accepted'),
  rejected: counter('rejected'),
  repeated: counter('repeated'),
  // Null for a kind without money.
  fileSum: koboColumn('file_sum'),
  bookedSum: koboColumn('booked_sum'),
  rejectedSum: koboColumn('rejected_sum'),
  repeatedSum: koboColumn('repeated_sum'),
  failure: varchar('failure', { length: 500 }),
  // Null when it was started by the command on the machine.
  startedBy: integer('started_by').references(() => users.id),
  startedAt: moment('started_at').notNull(),
  // Moves with every batch: one that stands still has died with its process.
  updatedAt: moment('updated_at').notNull(),
  finishedAt: moment('finished_at'),
  undoneAt: moment('undone_at'),
});

/** What was imported from which row, once for each id of a source; undoing an import removes it. */
export const importedRecords = pgTable(
  'imported_records',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    source: varchar('source', { length: 40 }).notNull(),
    kind: kind(),
    externalId: varchar('external_id', { length: 100 }).notNull(),
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id),
    row: integer('row').notNull(),
    // Without a foreign key, so that undoing removes both in any order. Null for what is nobody's: vouchers.
    userId: integer('user_id'),
    // The subscription or the ticket; null for what the import and the row identify.
    recordId: uuid('record_id'),
  },
  (table) => [
    unique('imported_records_once').on(table.source, table.kind, table.externalId),
    index('imported_records_import').on(table.importId, table.id),
  ],
);

/**
 * What customers paid in an earlier system: for reading only. No money of the ledger, and in none of
 * the portal's figures.
 */
export const earlierPayments = pgTable(
  'earlier_payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // The system and its number of the payment: its receipt or transaction.
    source: varchar('source', { length: 40 }).notNull(),
    number: varchar('number', { length: 100 }).notNull(),
    amount: koboColumn('amount').notNull(),
    paidAt: moment('paid_at').notNull(),
    method: varchar('method', { length: 100 }),
    planName: varchar('plan_name', { length: 100 }),
    paidUntil: moment('paid_until'),
    description: varchar('description', { length: 300 }),
  },
  (table) => [
    index('earlier_payments_user').on(table.userId, table.paidAt, table.id),
    index('earlier_payments_import').on(table.importId),
  ],
);

/** The rows of an import that were left out. */
export const importRejections = pgTable(
  'import_rejections',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    reason: text('reason').notNull(),
    cells: jsonb('cells').$type<string[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    index('import_rejections_created').on(table.createdAt),
  ],
);
