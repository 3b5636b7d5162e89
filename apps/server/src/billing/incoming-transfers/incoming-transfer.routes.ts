import {
  assignTransfer as assignEntry,
  getUnmatchedMoney,
  listIncomingTransfers,
  returnTransfer as returnEntry,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { assignTransfer, returnTransfer } from './decide-transfer.ts';
import { readTransfer, readTransferList, readUnmatchedMoney } from './read-transfer-list.ts';

const PAGE_SIZE = 50;

/** Money that came to account numbers, as staff see it and decide about it. */
export function registerIncomingTransfer(routes: Routes, deps: BillingDependencies): void {
  routes.serve(listIncomingTransfers, async ({ query }) => {
    const { status, provider, after, limit = PAGE_SIZE } = query;
    return readTransferList(deps, { status, provider, after, limit });
  });
  routes.serve(getUnmatchedMoney, async () => readUnmatchedMoney(deps));
  routes.serve(assignEntry, async ({ viewer, params, body }) => {
    await assignTransfer(deps, { ...params, ...body, staffId: viewer.user.id });
    const message = 'The money is booked, and the customer has a receipt.';
    return { success: true as const, message, transfer: await readTransfer(deps, params.id) };
  });
  routes.serve(returnEntry, async ({ viewer, params, body }) => {
    const outcome = await returnTransfer(deps, { ...params, ...body, staffId: viewer.user.id });
    const message = outcome === 'returned' ? 'It is recorded as sent back.' : 'A colleague has to agree.';
    return { success: true as const, message, transfer: await readTransfer(deps, params.id) };
  });
}
