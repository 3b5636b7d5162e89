import type { VatRate } from '@portal/kernel/billing/vat';
import type { Kobo } from '@portal/kernel/money';
import type { InvoiceParty } from '../../billing/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Cells } from './cell.policy.ts';

/** The reason for a row about somebody who was not imported. */
export const NO_CUSTOMER = 'There is no such customer: import the customers first';

/** One import while it runs. */
export type ImportContext = {
  readonly id: string;
  readonly source: string;
  readonly now: Date;
  readonly randomBytes: (size: number) => Buffer;
  /** Of a password that nobody knows: customers set their own by a mailed link. */
  readonly passwordHash: string;
  /** The seller on invoices. */
  readonly seller: InvoiceParty;
  /** The rate of VAT on a day. */
  readonly vatRate: (at: Date) => VatRate;
  /** The fingerprint of a voucher's code. */
  readonly hashVoucherCode: (code: string) => string;
  /** Null for the command on the machine. */
  readonly startedBy: number | null;
};

/** A row that can be read. `externalId` is unique within its source and kind. */
export type ReadRow<T> = { readonly row: number; readonly externalId: string; readonly values: T };

/** What became of a row: a reason why it was not imported, or whose it is, if anybody's, and which record it made. */
export type Outcome =
  | { readonly row: number; readonly reason: string }
  | {
      readonly row: number;
      readonly externalId: string;
      readonly userId: number | null;
      readonly recordId: string | null;
    };

/**
 * How one kind of file is read and imported. `readRow` is pure and throws RowFault. `insert` writes
 * a batch with a fixed number of statements and reports on every row of it. `sumBooked`: what the
 * import has booked by the database; absent without money. `remove` undoes everything, and is false,
 * with the transaction to be rolled back, when something was built on it.
 */
export type ImportKindRules<T> = {
  readonly readRow: (
    cells: Cells,
    context: Pick<ImportContext, 'vatRate' | 'hashVoucherCode'>,
  ) => { readonly externalId: string; readonly values: T };
  readonly insert: (tx: Transaction, context: ImportContext, rows: readonly ReadRow<T>[]) => Promise<Outcome[]>;
  readonly sumBooked?: (tx: Transaction, importId: string) => Promise<Kobo>;
  readonly remove: (tx: Transaction, run: { readonly id: string; readonly startedAt: Date }) => Promise<boolean>;
};
