import type { NetworkReport, NetworkStatus, OwnNetworkStatus } from '@portal/contract/network/incidents';
import { getNetworkReport, getNetworkStatus, getOwnNetworkStatus } from '@portal/contract/network/incidents';
import type { Routes } from '../../platform/http/route-from-contract.ts';

export type NetworkStatusDeps = {
  readonly readStatus: () => Promise<NetworkStatus>;
  readonly readReport: () => Promise<NetworkReport>;
  readonly readOwnStatus: (userId: number) => Promise<OwnNetworkStatus>;
};

/** Pages that are told of a change ask at once and must not get the answer of before out of a cache. */
const ASKED_EACH_TIME = 'public, no-cache';

/** How the network is, the same for everybody, and where the caller's line is. */
export function registerNetworkStatus(routes: Routes, deps: NetworkStatusDeps): void {
  routes.serve(getNetworkStatus, async ({ reply }) => {
    reply.header('cache-control', ASKED_EACH_TIME);
    return deps.readStatus();
  });
  routes.serve(getNetworkReport, async ({ reply }) => {
    reply.header('cache-control', ASKED_EACH_TIME);
    return deps.readReport();
  });
  routes.serve(getOwnNetworkStatus, async ({ viewer }) => deps.readOwnStatus(viewer.user.id));
}
