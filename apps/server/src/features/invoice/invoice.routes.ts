import { getReceipt } from '@portal/contract/payment';
import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { findReceipt } from './find-receipt.ts';

/** The caller's receipts. */
export function registerInvoice(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(getReceipt, async ({ viewer, params }) => {
    const receipt = await findReceipt(deps.database, viewer.user.id, params.receiptNumber);
    if (!receipt) throw new Refusal('receipt.not-found');
    return receipt;
  });
}
