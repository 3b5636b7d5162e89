import type { BillingDetails } from '@portal/contract/billing/billing-details';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { findBillingDetails, saveBillingDetails } from './billing-details.repository.ts';

/** A customer's additional details for their invoices. */
export async function readBillingDetails(database: Database, userId: number): Promise<BillingDetails> {
  return findBillingDetails(database, userId);
}

/**
 * Sets the details on a customer's later invoices, and returns them; a missing or empty one is
 * cleared. Issued invoices do not change.
 */
export async function changeBillingDetails(
  deps: { readonly database: Database; readonly clock: Clock },
  userId: number,
  form: { readonly [Name in keyof BillingDetails]?: string | undefined },
): Promise<BillingDetails> {
  const details = {
    companyName: form.companyName || null,
    address: form.address || null,
    taxId: form.taxId || null,
  };
  await saveBillingDetails(deps.database, userId, details, deps.clock());
  return details;
}
