import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/**
 * What a column says about a person. `link`: whose row it is. `staff`: which member of staff acted.
 * `secret`: proves who somebody is, and leaves the database in no export. `none`: nothing without
 * the rest of the row.
 */
export type DataKind =
  | 'identity'
  | 'contact'
  | 'text'
  | 'payment'
  | 'network'
  | 'device'
  | 'link'
  | 'staff'
  | 'secret'
  | 'none';

/** Lawful bases of the Nigeria Data Protection Act 2023, section 25 (1). */
export type LawfulBasis = 'contract' | 'legal-obligation' | 'legitimate-interest' | 'consent';

/** What data are for, and by which lawful basis. */
export const PURPOSES = {
  account: { words: 'The account: who the customer is and how to reach them', basis: 'contract' },
  'sign-in': { words: 'Signing in, and keeping others out', basis: 'contract' },
  billing: { words: 'Plans, prices, invoices, receipts and the ledger', basis: 'contract' },
  payments: { words: 'Taking, proving and returning payments', basis: 'contract' },
  network: { words: 'Connecting the line and finding faults', basis: 'contract' },
  usage: { words: 'Counting data against the plan', basis: 'contract' },
  traffic: { words: 'Traffic data, which the law has a provider keep', basis: 'legal-obligation' },
  support: { words: 'Answering questions and complaints', basis: 'contract' },
  messages: { words: 'Notices, mails, texts and pushes', basis: 'contract' },
  sales: { words: 'Answering requests of people who are not customers yet', basis: 'consent' },
  audit: { words: 'Showing who changed what', basis: 'legal-obligation' },
  privacy: { words: 'Showing that requests about personal data were answered', basis: 'legal-obligation' },
  staff: { words: 'The accounts of the people who work here', basis: 'legitimate-interest' },
  operation: { words: 'Running the portal', basis: 'legitimate-interest' },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly basis: LawfulBasis }>>;
export type Purpose = keyof typeof PURPOSES;

/** How long the rows of a table are kept by age, and why. */
export type Expiry = {
  /** The column by which rows belong to a month. */
  readonly column: string;
  /** Whole months that are kept after the month of the row. */
  readonly months: number;
  /**
   * `partition`: a month is one partition and is dropped whole. `rows`: they are deleted a thousand
   * at a time.
   */
  readonly by: 'partition' | 'rows';
  /** The share of each page that PostgreSQL fills, so that rows can be updated in place; 100 without. */
  readonly fillfactor?: number;
  /** Which rows are still in use, in SQL: they move to the present month after two months. */
  readonly inUse?: string;
  /** A query, in SQL: while it finds a row, the months up to `$1` stay. */
  readonly unless?: string;
  /**
   * What is recorded before a month is dropped, in SQL: `$1` is its partition, `$2` the count of its rows,
   * `$3` when the next month begins.
   */
  readonly record?: string;
  /** Which rows may be deleted, in SQL; all without it. */
  readonly which?: string;
  readonly why: string;
};

/** How long rows are kept that do not go by age. */
export const RETENTION_CLASSES = {
  account: 'Until the account is deleted',
  accounting: 'As accounting records; without names once the account is deleted',
  short: 'Until it expires, within days',
  parent: 'As long as the row that it belongs to',
  operation: 'As long as the portal needs it; it is not about customers',
} as const;

/**
 * What the deletion of a person does with their rows. `delete`: they go. `keep`: they stay, since
 * they name nobody. `redact`: the audit log is redacted. Else the columns that get another value, in
 * SQL.
 */
type OnDeletion<Column extends string> = 'delete' | 'keep' | 'redact' | Readonly<Partial<Record<Column, string>>>;

type Declared<Column extends string> = {
  readonly columns: Readonly<Record<Column, DataKind>>;
  readonly purpose: Purpose;
  /**
   * Which rows are a person's, in SQL, with `= {person}` (their id, and those of accounts that were merged
   * into theirs), `{people}` (the same as an array), `{accounts}`, `{lines}` (arrays of
   * ids) and `{contacts}` (their addresses and numbers, as they are and in lower case); without it no row is about a
   * customer.
   */
  readonly owner?: string;
  readonly onDeletion: OnDeletion<Column>;
  /** The id of each row names an uploaded file, which goes with the row. */
  readonly hasFiles?: true;
  readonly retention: Expiry | keyof typeof RETENTION_CLASSES;
};

/** The declaration of one table; columns have their names in the database. */
export type PersonalData = Omit<Declared<string>, 'onDeletion'> & {
  readonly table: string;
  readonly onDeletion: 'delete' | 'keep' | 'redact' | Readonly<Record<string, string>>;
};

function inDatabase<T>(table: PgTable, values: Readonly<Partial<Record<string, T>>>): Record<string, T> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries<T | undefined>(values).map(([key, value]) => {
      const column = columns[key];
      if (!column || value === undefined) throw new Error(`${getTableConfig(table).name} has no column ${key}`);
      return [column.name, value];
    }),
  );
}

/** Declares what a table holds about people. The compiler refuses a missing or unknown column. */
export function declarePersonalData<Table extends PgTable>(
  table: Table,
  { columns, onDeletion, ...rest }: Declared<keyof Table['_']['columns'] & string>,
): PersonalData {
  return {
    ...rest,
    table: getTableConfig(table).name,
    columns: inDatabase(table, columns),
    onDeletion: typeof onDeletion === 'string' ? onDeletion : inDatabase<string>(table, onDeletion),
  };
}
