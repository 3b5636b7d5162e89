import {
  listPayouts as listEntry,
  payOutInCash,
  recordPayoutTransfer,
} from '@portal/contract/billing/payments/staff-payouts';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { readTill } from '../../counter/tills/read-till.ts';
import { payOut } from './pay-out.ts';
import { readPayouts } from './read-payouts.ts';

/** Refunds of money from the counter, until they are paid out. */
export function registerPayout(routes: Routes, deps: BillingDependencies): void {
  routes.serve(listEntry, async ({ query }) => readPayouts(deps.database, query.customer ?? null));
  routes.serve(payOutInCash, async ({ viewer, params, body }) => {
    const { id: staffId } = viewer.user;
    await payOut(deps, { ...params, ...body, staffId, bankReference: null });
    return { success: true as const, message: 'The refund is paid out.', till: await readTill(deps.database, staffId) };
  });
  routes.serve(recordPayoutTransfer, async ({ viewer, params, body }) => {
    await payOut(deps, { ...params, ...body, staffId: viewer.user.id });
    return { success: true as const, message: 'The transfer is recorded.' };
  });
}
