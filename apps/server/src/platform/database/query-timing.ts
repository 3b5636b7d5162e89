import type pg from 'pg';

type Observe = (seconds: number) => void;
type Query = (...args: unknown[]) => unknown;

const observers = new WeakMap<pg.Pool, Observe>();

/**
 * Calls `observe` with the duration of each statement on the pool's connections, including those
 * already open.
 */
export function observeQueries(pool: pg.Pool, observe: Observe): void {
  observers.set(pool, observe);
}

/**
 * Times the statements of a new connection, from the call to the answer or the error; has no effect
 * while the pool has no observer.
 */
export function timeQueries(pool: pg.Pool, client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  const timed: Query = (...args) => {
    const startedAt = performance.now();
    const end = (): void => observers.get(pool)?.((performance.now() - startedAt) / 1000);
    const last = args.length - 1;
    const callback: unknown = args[last];
    if (typeof callback === 'function') {
      args[last] = (error: unknown, result: unknown) => {
        end();
        callback(error, result);
      };
      return query(...args);
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
  Object.defineProperty(client, 'query', { value: timed });
}
