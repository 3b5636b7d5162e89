import type { Transaction } from '../../platform/database/connection.ts';
import { voidOpenInvoices } from './issued-invoice.repository.ts';

/**
 * Voids the open invoices of these subscriptions, with the reason on the document: the time was
 * never begun. Safe to repeat.
 */
export async function voidInvoices(
  tx: Transaction,
  subscriptionIds: readonly string[],
  voidReason: 'cancelled' | 'suspended' | 'postponed',
  voidedAt: Date,
): Promise<void> {
  await voidOpenInvoices(tx, subscriptionIds, { voidReason, voidedAt });
}
