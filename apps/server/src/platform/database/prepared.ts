import type { Queryable } from './connection.ts';

/**
 * A statement that is built once for each pool and each transaction instead of at every call;
 * PostgreSQL keeps its plan by name.
 */
export function prepared<Statement>(build: (queryable: Queryable) => Statement): (queryable: Queryable) => Statement {
  const built = new WeakMap<Queryable, Statement>();
  return (queryable) => {
    const statement = built.get(queryable) ?? build(queryable);
    built.set(queryable, statement);
    return statement;
  };
}
