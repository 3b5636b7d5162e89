import type { Clock } from '@portal/kernel/clock';
import DataLoader from 'dataloader';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import type { LineState, SubscriptionState } from './line.policy.ts';
import { findLineStates, listLineStates } from './line.repository.ts';
import { createLoginTable } from './login-table.ts';

/** Access servers wait three seconds or so: a later answer of the database is useless. */
const PATIENCE_MS = 1500;
/** How long a database that did not answer is not queried again. */
const REST_MS = 3000;
/** Small, so that its rows are garbage before V8 moves them to its old space, which rarely shrinks. */
const PAGE = 200;
/** A larger copy is refreshed in parts, so that a million lines do not occupy the portal each minute. */
const LINES_A_RUN = 100_000;

export type LineLookup = {
  /**
   * The state of a login in the subscription records, or, while the database is unavailable, its
   * last known state, without which routers it admits; null for an unknown login. Rejects when the database is unavailable and the
   * copy lacks the login.
   */
  readonly find: (username: string) => Promise<LineState | null>;
  /** Reads lines again: all of them the first time, later the next 100,000. */
  readonly refresh: () => Promise<void>;
};

/** Rejects after a time; the query goes on and its answer is dropped. */
async function within<T>(ms: number, question: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database did not answer in time')), ms);
  try {
    return await Promise.race([question, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Looks lines up in the database, and holds a copy of all of them in memory for the time that it is
 * unavailable: customers whose router restarts then still connect. Of a million lines the copy is ten
 * minutes old at most, of 100,000 a minute.
 */
export function createLineLookup(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): LineLookup {
  const { database, clock, log } = deps;
  const copy = createLoginTable();
  let after = '';
  let isWhole = false;
  /** Each state once; a login has the place of its state here. */
  const states: (SubscriptionState | null)[] = [null];
  const places = new Map<string, number>();
  /** Of lines with an address of their own, which no other line shares: there are few. */
  const owned = new Map<string, SubscriptionState>();
  const remember = (username: string, found: LineState | null): void => {
    const { admission: _admission, ...known } = found ?? {};
    const state = found === null ? null : (known as SubscriptionState);
    const { ipv4 = null, ipv6Prefix = null, pool = null } = state?.addresses ?? {};
    const isOwn = ipv4 !== null || ipv6Prefix !== null;
    if (isOwn && state) owned.set(username, state);
    else owned.delete(username);
    const shared = isOwn && state ? { ...state, addresses: { ipv4: null, ipv6Prefix: null, pool } } : state;
    const key = JSON.stringify(shared);
    const place = places.get(key) ?? states.push(shared) - 1;
    places.set(key, place);
    copy.set(username, place);
  };
  const recall = (username: string): SubscriptionState | null | undefined => {
    const shared = states[copy.get(username)];
    return shared && (owned.get(username) ?? shared);
  };
  const questions = new DataLoader(
    async (usernames: readonly string[]) => {
      const found = await findLineStates(database, usernames, clock());
      return usernames.map((username) => found.get(username) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  let restsUntil = 0;

  return {
    find: async (username) => {
      const known = recall(username);
      if (known && performance.now() < restsUntil) return known;
      try {
        const state = await within(PATIENCE_MS, questions.load(username));
        remember(username, state);
        return state;
      } catch (error) {
        restsUntil = performance.now() + REST_MS;
        if (!known) throw error;
        log.warn({ err: error }, 'lines are answered from the copy: the database does not answer');
        return known;
      }
    },
    refresh: async () => {
      for (let read = 0; read < LINES_A_RUN || !isWhole; read += PAGE) {
        const page = await listLineStates(database, { after, limit: PAGE });
        for (const [username, state] of page) remember(username, state);
        const last = page.at(-1);
        if (last && page.length === PAGE) {
          [after] = last;
          continue;
        }
        // Forgets the logins that no line has any more.
        copy.endPass();
        [after, isWhole] = ['', true];
        return;
      }
    },
  };
}
