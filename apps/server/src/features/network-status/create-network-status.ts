import type { NetworkStatus } from '@portal/contract/network-status';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import { networkStatusOf } from './network-status.policy.ts';
import { listUnresolved } from './network-status.repository.ts';

/** How old the answer may be before the database is asked again. */
const FRESH_MS = 3000;

export type NetworkStatusReader = {
  readonly read: () => Promise<NetworkStatus>;
  /** Has the next reader ask the database, however fresh the answer is. */
  readonly forget: () => void;
};

/**
 * The network's state, at most 3 s old, read once for all who ask at the same time. While the database is away everybody gets the last good copy,
 * whose `updatedAt` says how old it is, and the database is asked again every 3 s; before there is a copy, the failure is the caller's. (Threats U8.)
 */
export function createNetworkStatus(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly onStale: (error: unknown) => void;
}): NetworkStatusReader {
  let lastGood: NetworkStatus | null = null;
  let freshUntil = 0;
  let reading: Promise<NetworkStatus> | null = null;
  let generation = 0;

  const read = async (asked: number): Promise<NetworkStatus> => {
    try {
      lastGood = networkStatusOf(await listUnresolved(deps.database), deps.clock());
      return lastGood;
    } catch (error) {
      if (lastGood === null) throw error;
      deps.onStale(error);
      return lastGood;
    } finally {
      // What was asked before a change says nothing about the state after it.
      if (asked === generation) {
        freshUntil = deps.clock().getTime() + FRESH_MS;
        reading = null;
      }
    }
  };
  return {
    read: async () => {
      const wait = freshUntil - deps.clock().getTime();
      if (lastGood !== null && wait > 0 && wait <= FRESH_MS) return lastGood;
      reading ??= read(generation);
      return reading;
    },
    forget: () => {
      generation++;
      freshUntil = 0;
      reading = null;
    },
  };
}
