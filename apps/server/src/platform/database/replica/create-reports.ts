import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { type Database, isDatabaseOutOfReach } from '../connection.ts';
import { markPrimary, readReplay } from './replica.repository.ts';

/** The header of an answer that was read on the replica: the moment from which its rows are. */
export const DATA_AS_OF = 'x-data-as-of';

/** A replica that is further behind is not read. */
const MOST_BEHIND_MS = 10_000;

/**
 * Where staff's lists, reports and exports are read: on the replica while it is near enough, else on
 * the primary. Never what a decision is based on, and nothing of customers.
 */
export type Reports = {
  /** The database to read from now; on the replica the answer says from when its rows are. */
  readonly choose: (reply: FastifyReply) => Database;
  /** The same for one read, which is made again on the primary if the replica fails. */
  readonly read: <T>(reply: FastifyReply, work: (database: Database) => Promise<T>) => Promise<T>;
  /** Staff have changed something here: until the replica has it, they read the primary. */
  readonly staffWrote: () => void;
  /** Asks how far the replica is; null without one. To be repeated. */
  readonly watch: (() => Promise<void>) | null;
};

/** Everything from the primary. */
export function primaryOnly(database: Database): Reports {
  return {
    choose: () => database,
    read: (_reply, work) => work(database),
    staffWrote: () => {},
    watch: null,
  };
}

/** Reads on `replica` where it can answer. `onBehind` gets the seconds that it is behind, or null. */
export function createReports(deps: {
  readonly database: Database;
  readonly replica: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly onBehind?: (seconds: number | null) => void;
}): Reports {
  const { database, replica, clock, logger } = deps;
  /** Undefined before the first look. */
  let asOf: Date | null | undefined;
  let wroteAt = 0;

  const become = (next: Date | null, reason: unknown): void => {
    if (asOf !== null && !next)
      logger.warn({ err: reason }, 'the replica cannot be read; staff’s lists come from the primary');
    if (!asOf && next) logger.info('staff’s lists come from the replica');
    asOf = next;
  };
  const current = (): Date | null => {
    if (!asOf || asOf.getTime() <= wroteAt) return null;
    return clock().getTime() - asOf.getTime() <= MOST_BEHIND_MS ? asOf : null;
  };
  const choose: Reports['choose'] = (reply) => {
    const from = current();
    if (!from) return database;
    reply.header(DATA_AS_OF, from.toISOString());
    return replica;
  };
  return {
    choose,
    read: async (reply, work) => {
      const chosen = choose(reply);
      try {
        return await work(chosen);
      } catch (error) {
        if (chosen === database || !isDatabaseOutOfReach(error)) throw error;
        become(null, error);
        reply.removeHeader(DATA_AS_OF);
        return work(database);
      }
    },
    staffWrote: () => {
      wroteAt = clock().getTime();
    },
    watch: async () => {
      const marked = await markPrimary(database);
      // By the clock of this instance, which decides what is before a change made through it.
      const at = clock().getTime();
      try {
        const replay = await readReplay(replica);
        const behindMs = replay ? Math.max(0, marked.getTime() - replay.getTime()) : null;
        deps.onBehind?.(behindMs === null ? null : behindMs / 1000);
        become(behindMs === null ? null : new Date(at - behindMs), 'it replays nothing, or takes writes');
      } catch (error) {
        deps.onBehind?.(null);
        become(null, error);
      }
    },
  };
}
