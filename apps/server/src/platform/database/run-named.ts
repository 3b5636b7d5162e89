import type { Queryable } from './connection.ts';

/** A constant statement; `$1`, `$2` … are its parameters. */
export type NamedStatement = { readonly name: string; readonly text: string };

/**
 * Runs a statement on a pool or in a transaction. PostgreSQL parses and plans it once for each
 * connection instead of at every call.
 */
export async function runNamed<R extends object>(
  database: Queryable,
  { name, text }: NamedStatement,
  params: readonly unknown[],
): Promise<R[]> {
  const query = { sql: text, params: [...params] };
  const prepared = database._.session.prepareQuery<{ execute: { rows: R[] }; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    false,
  );
  return (await prepared.execute()).rows;
}
