import type { Transaction } from '../../platform/database/connection.ts';
import { voidOpenInvoices } from './issued-invoice.repository.ts';

/** Makes what is open of these lines void, with the reason on the document: the time was never begun. Repeating is safe. */
export async function voidInvoices(
  tx: Transaction,
  subscriptionIds: readonly string[],
  voidReason: 'cancelled' | 'suspended' | 'postponed',
  voidedAt: Date,
): Promise<void> {
  await voidOpenInvoices(tx, subscriptionIds, { voidReason, voidedAt });
}
