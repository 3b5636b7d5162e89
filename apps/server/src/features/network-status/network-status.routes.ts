import type { Changeable } from '@portal/contract/live';
import { getNetworkStatus } from '@portal/contract/network-status';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { createNetworkStatus } from './create-network-status.ts';

export type NetworkStatusDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Calls the listener whenever staff of any instance have changed something. */
  readonly onChange: (what: Changeable, listener: () => void) => void;
};

/** How the network is, the same for everybody. */
export function registerNetworkStatus(routes: Routes, deps: NetworkStatusDeps): void {
  const networkStatus = createNetworkStatus({
    database: deps.database,
    clock: deps.clock,
    onStale: (error) => deps.log.warn({ err: error }, 'the network status could not be refreshed'),
  });
  deps.onChange('network-status', networkStatus.forget);

  routes.serve(getNetworkStatus, async ({ reply }) => {
    // Pages that are told of a change ask at once and must not get the answer of before out of a cache.
    reply.header('cache-control', 'public, no-cache');
    return networkStatus.read();
  });
}
