import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { currentWork } from '../trace/current-work.ts';
import type { Span } from '../trace/trace.ts';

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

const LONGEST_STATEMENT = 2000;
const LITERALS = /'(?:[^']|'')*'|(?<![\w$])\d+(?:\.\d+)?/g;

/** The shape of a statement: its text with `?` for every literal. Parameters are not part of it. */
function shapeOf(text: string): string {
  return text.slice(0, LONGEST_STATEMENT).replace(LITERALS, '?');
}

/** Begins the span of a statement where the current work has a trace that is exported. */
function startStatementSpan(statement: unknown): Span | undefined {
  const startSpan = currentWork.getStore()?.trace?.startSpan;
  if (startSpan === undefined) return undefined;
  const { text, name } = (typeof statement === 'string' ? { text: statement } : statement) as Partial<pg.QueryConfig>;
  const shape = shapeOf(text ?? '');
  const [verb = ''] = shape.trim().split(/\s/, 1);
  return startSpan(name ?? verb.toUpperCase(), 'client', { 'db.system.name': 'postgresql', 'db.query.text': shape });
}

/**
 * Runs a caller that waits for a connection as its own work when it gets one, and not as the work
 * that has released it. Only traces need this.
 */
export function keepWorkOfCallers(pool: pg.Pool): void {
  const connect: Query = pool.connect.bind(pool);
  const bound: Query = (callback) =>
    typeof callback === 'function' ? connect(AsyncResource.bind(callback as Query)) : connect();
  Object.defineProperty(pool, 'connect', { value: bound });
}

/**
 * Times the statements of a new connection, from the call to the answer or the error; has no effect
 * while the pool has no observer. Each is a span of the current work.
 */
export function timeQueries(pool: pg.Pool, client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  const timed: Query = (...args) => {
    const startedAt = performance.now();
    const span = startStatementSpan(args[0]);
    const end = (failed: boolean): void => {
      observers.get(pool)?.((performance.now() - startedAt) / 1000);
      span?.end({ failed });
    };
    const last = args.length - 1;
    const callback: unknown = args[last];
    if (typeof callback === 'function') {
      args[last] = (error: unknown, result: unknown) => {
        end(Boolean(error));
        callback(error, result);
      };
      return query(...args);
    }
    const answer = query(...args);
    if (answer instanceof Promise)
      answer.then(
        () => end(false),
        () => end(true),
      );
    return answer;
  };
  Object.defineProperty(client, 'query', { value: timed });
}
