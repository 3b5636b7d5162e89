import { listRejectedPackets } from '@portal/contract/network/access';
import {
  getUsage,
  listUsageDays as listUsageDaysEntry,
  listUsageDaysOfCustomer,
  listUsageMonths as listUsageMonthsEntry,
} from '@portal/contract/network/usage';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { readRejectedPackets } from '../accounting/rejected-packets.ts';
import { findUsage } from './find-usage.ts';
import { listUsageDays } from './list-usage-days.ts';
import { listUsageMonths } from './list-usage-months.ts';

/** The caller's usage, this month and before; and for staff, rejected packets. */
export function registerUsage(routes: Routes, deps: { readonly database: Database; readonly clock: Clock }): void {
  const { database, clock } = deps;

  routes.serve(getUsage, async ({ viewer }) => findUsage(database, { userId: viewer.account.id, now: clock() }));

  routes.serve(listUsageMonthsEntry, async ({ viewer }) =>
    listUsageMonths(database, { userId: viewer.account.id, now: clock() }),
  );

  routes.serve(listUsageDaysEntry, async ({ viewer, query }) =>
    listUsageDays(database, { userId: viewer.account.id, period: query.period, now: clock() }),
  );

  routes.serve(listUsageDaysOfCustomer, async ({ params, query }) =>
    listUsageDays(database, { userId: params.id, period: query.period, now: clock() }),
  );

  routes.serve(listRejectedPackets, async () => readRejectedPackets(database));
}
