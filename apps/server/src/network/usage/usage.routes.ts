import { listRejectedPackets } from '@portal/contract/network/access';
import {
  getUsage,
  listUsageDays as listUsageDaysEntry,
  listUsageDaysOfCustomer,
  listUsageMonths as listUsageMonthsEntry,
} from '@portal/contract/network/usage';
import type { Clock } from '@portal/kernel/clock';
import { requireLine } from '../../billing/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { readRejectedPackets } from '../accounting/rejected-packets.ts';
import { findUsage } from './find-usage.ts';
import { listUsageDays } from './list-usage-days.ts';
import { listUsageMonths } from './list-usage-months.ts';

/** The caller's usage, this month and before; and for staff, rejected packets. */
export function registerUsage(routes: Routes, deps: { readonly database: Database; readonly clock: Clock }): void {
  const { database, clock } = deps;

  routes.serve(getUsage, async ({ line }) => findUsage(database, { lineId: line.lineId, now: clock() }));

  routes.serve(listUsageMonthsEntry, async ({ line }) =>
    listUsageMonths(database, { lineId: line.lineId, now: clock() }),
  );

  routes.serve(listUsageDaysEntry, async ({ line, query }) =>
    listUsageDays(database, { lineId: line.lineId, period: query.period, now: clock() }),
  );

  routes.serve(listUsageDaysOfCustomer, async ({ params, query }) => {
    const { lineId } = await requireLine(database, { accountId: params.id, lineId: query.line });
    return listUsageDays(database, { lineId, period: query.period, now: clock() });
  });

  routes.serve(listRejectedPackets, async () => readRejectedPackets(database));
}
