import { giveDataCredit as giveEntry } from '@portal/contract/network/data-credits';
import { requireLine } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type DataCreditDependencies, giveDataCredit } from './give-data-credit.ts';

/** Data that staff add to the month of a line. */
export function registerDataCredit(routes: Routes, deps: DataCreditDependencies): void {
  routes.serve(giveEntry, async ({ viewer, params, body }) => {
    const line = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    const { gigabytes, reason, clientRequestId } = body;
    const dataCredit = await giveDataCredit(deps, {
      ...line,
      staffId: viewer.user.id,
      gigabytes,
      reason,
      clientRequestId,
    });
    return { success: true as const, message: 'The data are added. The customer is told.', dataCredit };
  });
}
