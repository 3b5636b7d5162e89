import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { createEncryption } from './encryption.ts';

/** A column of encrypted texts; an empty text is none. */
export type EncryptedColumn = {
  /** What it holds, in the plural, for operators. */
  readonly name: string;
  readonly purpose: Parameters<typeof createEncryption>[0]['purpose'];
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly text: PgColumn;
};
