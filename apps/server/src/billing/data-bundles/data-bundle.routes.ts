import { listDataBundles as listEntry } from '@portal/contract/billing/data-bundles';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { BundleDependencies } from './data-bundle-dependencies.ts';
import { listDataBundles } from './list-data-bundles.ts';

/** What customers can add to their month. Pricing and buying it belong to payment. */
export function registerDataBundle(
  routes: Routes,
  deps: Pick<BundleDependencies, 'findActiveSubscription'> & {
    readonly database: Database;
    readonly clock: Clock;
    readonly addsVat: boolean;
  },
): void {
  routes.serve(listEntry, async ({ viewer }) =>
    listDataBundles(deps, deps.database, { userId: viewer.user.id, now: deps.clock() }),
  );
}
