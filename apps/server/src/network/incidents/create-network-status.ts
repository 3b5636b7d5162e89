import type { NetworkReport, NetworkStatus, OwnNetworkStatus } from '@portal/contract/network/incidents';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { mayConcern } from '../areas/service-area.policy.ts';
import { findLineArea } from '../areas/service-area.repository.ts';
import { networkReportOf, reportStart } from './network-report.policy.ts';
import { type Notice, networkStatusOf } from './network-status.policy.ts';
import { listCurrentSince, listLasting } from './network-status.repository.ts';

/** How old the answer may be before it is read from the database again. */
const FRESH_MS = 3000;

type Reader<Answer> = {
  readonly read: () => Promise<Answer>;
  /** Makes the next reader query the database, however fresh the answer is. */
  readonly forget: () => void;
};

type ReaderDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly onStale: (error: unknown) => void;
};

function createReader<Answer>(deps: ReaderDeps, ask: () => Promise<Answer>): Reader<Answer> {
  let lastGood: Answer | null = null;
  let freshUntil = 0;
  let reading: Promise<Answer> | null = null;
  let generation = 0;

  const read = async (asked: number): Promise<Answer> => {
    try {
      lastGood = await ask();
      return lastGood;
    } catch (error) {
      if (lastGood === null) throw error;
      deps.onStale(error);
      return lastGood;
    } finally {
      // A query from before a change says nothing about the state after it.
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

/**
 * The network's state, at most 3 s old, read once for concurrent readers. While the database is
 * unavailable everybody gets the last known copy, whose `updatedAt` says how old it is, and the
 * database is queried again every 3 s; before there is a copy, the caller gets the failure.
 * (Threats U8.)
 */
export function createNetworkStatus(deps: ReaderDeps): Reader<NetworkStatus> {
  return createReader(deps, async () => {
    const now = deps.clock();
    return networkStatusOf(await listLasting(deps.database, now), now);
  });
}

/**
 * The incidents behind the status, for callers that need only a part of it; read and cached like
 * the network's state.
 */
function createNotices(deps: ReaderDeps) {
  return createReader(deps, async () => {
    const now = deps.clock();
    return { now, notices: await listLasting(deps.database, now) };
  });
}

/** The status page's answer, read and cached like the network's state. */
function createNetworkReport(deps: ReaderDeps): Reader<NetworkReport> {
  return createReader(deps, async () => {
    const now = deps.clock();
    return networkReportOf(await listCurrentSince(deps.database, reportStart(now)), now);
  });
}

/** All answers, read again once staff of any instance have changed something. */
export function createNetworkReaders(deps: ReaderDeps & { readonly onChange: (listener: () => void) => void }): {
  readonly readStatus: () => Promise<NetworkStatus>;
  readonly readReport: () => Promise<NetworkReport>;
  readonly readOwnStatus: (lineId: number) => Promise<OwnNetworkStatus>;
  /** The incidents behind the status. */
  readonly readNotices: () => Promise<{ readonly now: Date; readonly notices: readonly Notice[] }>;
} {
  const status = createNetworkStatus(deps);
  const report = createNetworkReport(deps);
  const all = createNotices(deps);
  deps.onChange(() => {
    status.forget();
    report.forget();
    all.forget();
  });
  return {
    readStatus: status.read,
    readReport: report.read,
    readNotices: all.read,
    readOwnStatus: async (lineId) => {
      const [area, { notices, now }] = await Promise.all([findLineArea(deps.database, lineId), all.read()]);
      const own = notices.filter((notice) => area === null || mayConcern(area, notice.area));
      return { area, ...networkStatusOf(own, now) };
    },
  };
}
