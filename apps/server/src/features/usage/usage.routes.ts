import { getUsage, listUsageMonths as listUsageMonthsEntry } from '@portal/contract/usage';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { findUsage } from './find-usage.ts';
import { listUsageMonths } from './list-usage-months.ts';

/** What the caller has used, this month and before. */
export function registerUsage(routes: Routes, deps: { readonly database: Database; readonly clock: Clock }): void {
  const { database, clock } = deps;

  routes.serve(getUsage, async ({ viewer }) => findUsage(database, { userId: viewer.user.id, now: clock() }));

  routes.serve(listUsageMonthsEntry, async ({ viewer }) =>
    listUsageMonths(database, { userId: viewer.user.id, now: clock() }),
  );
}
