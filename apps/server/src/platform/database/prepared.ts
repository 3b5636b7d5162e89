import type { Queryable } from './connection.ts';

/**
 * A statement that is put together once for each pool, and for each transaction that it takes part
 * in, instead of at every call; PostgreSQL keeps its plan by its name.
 */
export function prepared<Statement>(build: (queryable: Queryable) => Statement): (queryable: Queryable) => Statement {
  const built = new WeakMap<Queryable, Statement>();
  return (queryable) => {
    const statement = built.get(queryable) ?? build(queryable);
    built.set(queryable, statement);
    return statement;
  };
}
