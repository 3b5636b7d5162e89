import DataLoader from 'dataloader';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import type { SubscriptionState } from './line.policy.ts';
import { findLineStates, listLineStates } from './line.repository.ts';

/** Access servers wait three seconds or so: a later answer of the database is useless. */
const PATIENCE_MS = 1500;
/** How long a database that did not answer is not queried again. */
const REST_MS = 3000;
const PAGE = 5000;

export type LineLookup = {
  /**
   * The state of a login in the subscription records, or, while the database is unavailable, its
   * last known state; null for an unknown login. Rejects when the database is unavailable and the
   * copy lacks the login.
   */
  readonly find: (username: string) => Promise<SubscriptionState | null>;
  /** Reads all lines again. */
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
 * unavailable: customers whose router restarts then still connect. Equal states are stored once, so
 * that a copy of 100,000 lines takes little more than their logins.
 */
export function createLineLookup(deps: {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): LineLookup {
  const { database, log } = deps;
  let copy = new Map<string, SubscriptionState>();
  const states = new Map<string, SubscriptionState>();
  const once = (state: SubscriptionState): SubscriptionState => {
    const key = `${state.status} ${state.downloadMbps}`;
    const known = states.get(key) ?? state;
    states.set(key, known);
    return known;
  };
  const questions = new DataLoader(
    async (usernames: readonly string[]) => {
      const found = await findLineStates(database, usernames);
      return usernames.map((username) => found.get(username) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  let restsUntil = 0;

  const remember = (username: string, state: SubscriptionState | null): void => {
    if (state) copy.set(username, once(state));
    else copy.delete(username);
  };
  return {
    find: async (username) => {
      const known = copy.get(username);
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
      const fresh = new Map<string, SubscriptionState>();
      for (let after = ''; ; ) {
        const page = await listLineStates(database, { after, limit: PAGE });
        for (const [username, state] of page) fresh.set(username, once(state));
        const last = page.at(-1);
        if (!last || page.length < PAGE) break;
        [after] = last;
      }
      copy = fresh;
    },
  };
}
