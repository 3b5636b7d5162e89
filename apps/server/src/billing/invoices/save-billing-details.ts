import type { BillingDetails } from '@portal/contract/billing/invoices';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { findBillingDetails, saveBillingDetails } from './billing-details.repository.ts';

/** What a customer wants on their invoices besides their name. */
export async function readBillingDetails(database: Database, userId: number): Promise<BillingDetails> {
  return findBillingDetails(database, userId);
}

/** Sets what is on a customer's invoices from now on, and returns it; left out or empty is nothing. Those that are issued stay as they are. */
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
