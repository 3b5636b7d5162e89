import type pg from 'pg';
import { currentWork, type Work } from '../trace/current-work.ts';

/** How long a request may wait for connections in all: below 3 s, the limit for refusing it (threat P3). */
const WAITS_OF_REQUEST_MS = 2500;

const waitedBy = new WeakMap<Work, number>();

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;
type Connect = (callback: Connected) => void;

/**
 * Begins a wait of the current request for a connection, where it is one: how long it may take at
 * most, and what notes its end. Of waits side by side the longest counts.
 */
export function beginWait(): { readonly leftMs: number; readonly end: () => void } | null {
  const work = currentWork.getStore();
  if (work?.requestId === undefined) return null;
  const before = waitedBy.get(work) ?? 0;
  const beganAt = performance.now();
  return {
    leftMs: WAITS_OF_REQUEST_MS - before,
    end: () => waitedBy.set(work, Math.max(waitedBy.get(work) ?? 0, before + performance.now() - beganAt)),
  };
}

function connectWithin(connect: Connect, { leftMs, end }: NonNullable<ReturnType<typeof beginWait>>): Connect {
  return (callback) => {
    let isOver = false;
    const give: Connected = (...connected) => {
      isOver = true;
      clearTimeout(timeout);
      end();
      callback(...connected);
    };
    const timeout = setTimeout(
      () => give(new Error('timeout exceeded when trying to connect, as the request did before')),
      Math.max(leftMs, 0),
    );
    connect((error, client, release) => (isOver ? client?.release() : give(error, client, release)));
  };
}

/** Each wait of a request leaves less time to the next: two of 2 s would refuse it after 4 s. */
export function limitWaits(pool: pg.Pool): void {
  const connectNow = pool.connect.bind(pool) as Connect;
  const connect = (callback?: Connected): Promise<pg.PoolClient> | undefined => {
    // A connection that is idle is handed over at once.
    const wait = pool.idleCount > pool.waitingCount ? null : beginWait();
    const within = wait === null ? connectNow : connectWithin(connectNow, wait);
    if (callback) return void within(callback);
    return new Promise((resolve, reject) => {
      within((error, client) => (client ? resolve(client) : reject(error)));
    });
  };
  Object.defineProperty(pool, 'connect', { value: connect, configurable: true });
}
