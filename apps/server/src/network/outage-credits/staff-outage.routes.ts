import {
  applyOutage as applyEntry,
  excludeFromOutage as excludeEntry,
  getOutage,
  listOutageLines as linesEntry,
  listOutages as listEntry,
} from '@portal/contract/network/staff-outage-credits';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  applyOutage,
  excludeFromOutage,
  listOutageLines,
  listOutages,
  type OutageDependencies,
  readOutage,
} from './staff-outage.ts';

/** Outage credits for staff, to review before they are applied. */
export function registerStaffOutage(routes: Routes, deps: OutageDependencies): void {
  routes.serve(listEntry, async () => listOutages(deps));
  routes.serve(getOutage, async ({ params }) => readOutage(deps, params.id));
  routes.serve(linesEntry, async ({ params, query }) => listOutageLines(deps, params.id, query));

  routes.serve(excludeEntry, async ({ viewer, params, body }) => {
    await excludeFromOutage(deps, { ...body, staffId: viewer.user.id, id: params.id, lineId: params.line });
    const message = body.excluded ? 'The customer is left out.' : 'The customer is on the list again.';
    return { success: true as const, message };
  });

  routes.serve(applyEntry, async ({ viewer, params }) => {
    await applyOutage(deps, viewer.user.id, params.id);
    return { success: true as const, message: 'The credits are being applied.' };
  });
}
