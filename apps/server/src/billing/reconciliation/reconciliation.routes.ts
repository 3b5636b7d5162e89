import {
  recordExternalRefund as bookEntry,
  closeGatewayDiscrepancy as closeEntry,
  listGatewayReconciliations,
} from '@portal/contract/billing/reconciliation';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { recordExternalRefund } from '../refunds/record-external-refund.ts';
import { closeGatewayDiscrepancy } from './close-discrepancy.ts';
import { readReconciliations } from './read-reconciliations.ts';

/** What the gateways' own lists say that our ledger does not, and what staff have found out about it. */
export function registerReconciliation(routes: Routes, deps: BillingDependencies): void {
  routes.serve(listGatewayReconciliations, async () => readReconciliations(deps.database, deps.clock()));
  routes.serve(closeEntry, async ({ viewer, params, body }) => {
    await closeGatewayDiscrepancy(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The discrepancy is closed.' };
  });
  routes.serve(bookEntry, async ({ viewer, params, body }) => {
    await recordExternalRefund(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The refund outside the portal is booked.' };
  });
}
