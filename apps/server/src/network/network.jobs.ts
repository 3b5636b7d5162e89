import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../platform/database/connection.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { reconcileAccess } from './access/reconcile-access.ts';
import { type SyncAccessDependencies, syncAllAccess } from './access/sync-access.ts';
import { pruneServerMinutes } from './access-servers/access-server.repository.ts';
import type { ServerCounts } from './access-servers/count-server-minutes.ts';
import type { AccessServerLookup } from './access-servers/create-access-server-lookup.ts';
import { closeStaleSessions } from './accounting/close-stale-sessions.ts';
import { pruneRejectedPackets } from './accounting/rejected-packets.ts';
import { liftPastLimits } from './limits/apply-limits.ts';
import { creditOutages, type OutageCreditDependencies } from './outage-credits/credit-outages.ts';
import { processRadiusActions } from './radius-actions/process-radius-actions.ts';

const ACTIONS_INTERVAL_MS = 2000;
const ACCESS_INTERVAL_MS = 10_000;
const LIMITS_INTERVAL_MS = 5000;
const COPY_INTERVAL_MS = 60_000;
const STALE_INTERVAL_MS = 60_000;
const OUTAGE_INTERVAL_MS = 60_000;
const RECONCILIATION_INTERVAL_MS = 600_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const COUNTS_INTERVAL_MS = 15_000;
const MINUTES_KEPT_MS = 2 * 24 * 3_600_000;
const FETCHES_KEPT_MS = 30 * 24 * 3_600_000;

/** The jobs that keep the network in sync with billing, and usage exact. */
export function networkJobs(made: {
  readonly database: Database;
  readonly clock: Clock;
  readonly actions: Parameters<typeof processRadiusActions>[0];
  readonly refreshLookup: () => Promise<void>;
  readonly refreshFreeHours: () => Promise<void>;
  readonly settle: SyncAccessDependencies;
  readonly outages: OutageCreditDependencies;
  readonly accessServers: Pick<AccessServerLookup, 'all'>;
  readonly counts: Pick<ServerCounts, 'write'>;
}): Job[] {
  const { database, clock, actions, refreshLookup, refreshFreeHours, settle, outages, accessServers, counts } = made;
  let syncedUntil = 0;
  return [
    {
      name: 'RADIUS actions',
      intervalMs: ACTIONS_INTERVAL_MS,
      work: (signal) => processRadiusActions(actions, signal),
    },
    {
      name: 'access sync',
      intervalMs: ACCESS_INTERVAL_MS,
      work: async () => {
        syncedUntil = await syncAllAccess({ ...settle, database }, clock(), syncedUntil);
      },
    },
    {
      name: 'past limits',
      intervalMs: LIMITS_INTERVAL_MS,
      work: (signal) => liftPastLimits({ ...settle, database }, clock(), signal),
    },
    { name: 'free hours refresh', intervalMs: COPY_INTERVAL_MS, atStart: true, work: refreshFreeHours },
    { name: 'line lookup refresh', intervalMs: COPY_INTERVAL_MS, atStart: true, work: refreshLookup },
    {
      name: 'stale sessions',
      intervalMs: STALE_INTERVAL_MS,
      work: (signal) => closeStaleSessions(database, clock(), signal),
    },
    {
      name: 'access reconciliation',
      intervalMs: RECONCILIATION_INTERVAL_MS,
      work: () => reconcileAccess({ database, clock }),
    },
    {
      name: 'outage credits',
      intervalMs: OUTAGE_INTERVAL_MS,
      needsRightClock: true,
      work: (signal) => creditOutages(outages, signal),
    },
    {
      name: 'access servers',
      intervalMs: COUNTS_INTERVAL_MS,
      atStart: true,
      work: async () => {
        // The first reading takes over what NAS_SECRETS has.
        await accessServers.all();
        await counts.write(database);
      },
    },
    {
      name: 'prune access server minutes',
      intervalMs: PRUNE_INTERVAL_MS,
      work: async () => {
        const now = clock().getTime();
        await pruneServerMinutes(database, new Date(now - MINUTES_KEPT_MS), new Date(now - FETCHES_KEPT_MS));
      },
    },
    {
      name: 'prune rejected packets',
      intervalMs: PRUNE_INTERVAL_MS,
      work: () => pruneRejectedPackets(database, clock()),
    },
  ];
}
