import type { Queryable } from './connection.ts';

/** A statement that never changes; `$1`, `$2` … are its parameters. */
export type NamedStatement = { readonly name: string; readonly text: string };

/**
 * Runs a statement that PostgreSQL parses and plans once a connection instead of at every call; a
 * pool or the transaction it is part of runs it.
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
