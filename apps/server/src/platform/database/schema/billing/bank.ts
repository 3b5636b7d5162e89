import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { koboColumn } from '../kobo-column.ts';

/** Which columns of a bank's CSV file say what, and how dates and amounts are written in them. */
export type StoredColumnChoice = {
  bookedOn: string;
  valueOn?: string | undefined;
  text: string[];
  reference?: string | undefined;
  /** One column with a sign, or with the word in `direction`; else `moneyIn` and `moneyOut`. */
  amount?: string | undefined;
  direction?: string | undefined;
  moneyIn?: string | undefined;
  moneyOut?: string | undefined;
  balance?: string | undefined;
  dateForm: string;
  decimal: '.' | ',';
};

/** Something that a statement says and that does not fit: the line of the file, and a sentence. */
export type StatementFinding = { line: number | null; text: string };

/** What a line is proposed to be: keys of open items, with what is left of the sum as a charge. */
export type StoredProposal = {
  kind: string;
  items: string[];
  lineId?: number | undefined;
  charge?: string | undefined;
};

/** The provider's own accounts at banks. Each is the ledger's account `bank:<id>`. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: serial('id').primaryKey(),
    name: varchar('name', { length: 60 }).notNull(),
    bank: varchar('bank', { length: 60 }).notNull(),
    accountNumber: varchar('account_number', { length: 34 }).notNull(),
    // What the bank held at the end of that day. Lines are recorded from the day after.
    openingBalance: koboColumn('opening_balance').notNull(),
    openingDay: date('opening_day').notNull(),
    // Whether the VAT inside the bank's charges is booked as input VAT.
    deductsVat: boolean('deducts_vat').notNull().default(false),
    columnChoice: jsonb('column_choice').$type<StoredColumnChoice>(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [uniqueIndex('bank_accounts_number').on(table.accountNumber).where(sql`${table.retiredAt} is null`)],
);

/** Statements as they were imported, each file once for an account. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: integer('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    format: varchar('format', { length: 10, enum: ['csv', 'mt940', 'camt053'] }).notNull(),
    fileName: varchar('file_name', { length: 200 }).notNull(),
    // SHA-256 of the file.
    fileHash: varchar('file_hash', { length: 64 }).notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    // As the file says; null where it says nothing.
    openingBalance: koboColumn('opening_balance'),
    closingBalance: koboColumn('closing_balance'),
    lines: integer('lines').notNull(),
    added: integer('added').notNull(),
    findings: jsonb('findings').$type<StatementFinding[]>().notNull(),
    importedBy: integer('imported_by')
      .notNull()
      .references(() => users.id),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('bank_statements_once').on(table.accountId, table.fileHash),
    index('bank_statements_days').on(table.accountId, table.lastDay),
  ],
);

/** What the bank says came in or went out. A line that is not matched is in no account of the ledger. */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: integer('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => bankStatements.id),
    bookedOn: date('booked_on').notNull(),
    valueOn: date('value_on'),
    // Money in positive.
    amount: koboColumn('amount').notNull(),
    // After the line, where the statement says it or it follows from the balance before.
    balance: koboColumn('balance'),
    text: text('text').notNull(),
    reference: varchar('reference', { length: 100 }),
    // A hash of what the line says; equal lines of a day are counted by `ordinal`.
    contentKey: varchar('content_key', { length: 64 }).notNull(),
    ordinal: integer('ordinal').notNull(),
    status: varchar('status', { length: 10, enum: ['open', 'proposed', 'matched'] })
      .notNull()
      .default('open'),
    proposal: jsonb('proposal').$type<StoredProposal>(),
    // Why it is proposed, or why it is not matched.
    reason: text('reason'),
    // Proposals that somebody has dismissed; they do not come back.
    dismissed: jsonb('dismissed').$type<string[]>().notNull().default([]),
  },
  (table) => [
    unique('bank_lines_once').on(table.accountId, table.contentKey, table.ordinal),
    index('bank_lines_newest').on(table.bookedOn, table.id),
    index('bank_lines_account').on(table.accountId, table.bookedOn, table.id),
    index('bank_lines_waiting').on(table.bookedOn, table.id).where(sql`${table.status} <> 'matched'`),
    index('bank_lines_statement').on(table.statementId),
  ],
);

/** Lines of statements and what they were, booked in the ledger as `bank-match:<id>:<line>`. */
export const bankMatches = pgTable(
  'bank_matches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: varchar('kind', { length: 20 }).notNull(),
    reason: text('reason').notNull(),
    // Null where the portal matched by itself.
    matchedBy: integer('matched_by').references(() => users.id),
    matchedAt: timestamp('matched_at', { withTimezone: true }).notNull(),
    undoneBy: integer('undone_by').references(() => users.id),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    undoReason: text('undo_reason'),
  },
  (table) => [index('bank_matches_newest').on(table.matchedAt, table.id)],
);

/**
 * Both sides of a match: its lines, and what they were. The amounts of the items add up to those of the
 * lines. One that is active has its line, or its open item, for itself.
 */
export const bankMatchItems = pgTable(
  'bank_match_items',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    matchId: uuid('match_id')
      .notNull()
      .references(() => bankMatches.id),
    // Set for a line.
    lineId: bigint('line_id', { mode: 'number' }).references(() => bankLines.id),
    // The ledger transaction that an open item comes from; null for a line and for what is booked by the match alone.
    sourceKey: varchar('source_key', { length: 100 }),
    // The account of the ledger: `bank:<id>` of a line, what it is booked against of an item.
    account: varchar('account', { length: 50 }).notNull(),
    amount: koboColumn('amount').notNull(),
    isActive: boolean('is_active').notNull(),
  },
  (table) => [
    uniqueIndex('bank_match_items_line').on(table.lineId).where(sql`${table.isActive}`),
    uniqueIndex('bank_match_items_source').on(table.sourceKey).where(sql`${table.isActive}`),
    index('bank_match_items_match').on(table.matchId),
  ],
);
