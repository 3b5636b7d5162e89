import type { NetworkReport, NetworkStatus, OwnNetworkStatus } from '@portal/contract/network/incidents';
import { getNetworkReport, getNetworkStatus, getOwnNetworkStatus } from '@portal/contract/network/incidents';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';

export type NetworkStatusDeps = {
  readonly readStatus: () => Promise<NetworkStatus>;
  readonly readReport: () => Promise<NetworkReport>;
  readonly readOwnStatus: (lineId: number) => Promise<OwnNetworkStatus>;
};

/** Pages refetch at once after a live update and must not get an earlier answer from a cache. */
const ASKED_EACH_TIME = 'public, no-cache';

/** The state of the network, the same for everybody, and for the area of the caller's line. */
export function registerNetworkStatus(routes: Routes, deps: NetworkStatusDeps): void {
  routes.serve(getNetworkStatus, async ({ reply }) => {
    reply.header('cache-control', ASKED_EACH_TIME);
    return deps.readStatus();
  });
  routes.serve(getNetworkReport, async ({ reply }) => {
    reply.header('cache-control', ASKED_EACH_TIME);
    return deps.readReport();
  });
  routes.serve(getOwnNetworkStatus, async ({ line }) => deps.readOwnStatus(line.lineId));
}
