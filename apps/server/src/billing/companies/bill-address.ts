import type { Queryable } from '../../platform/database/connection.ts';
import type { CompanyRow } from '../invoices/company-billing.repository.ts';
import { findCustomer } from '../payments/payment.repository.ts';

/** Where a company's invoices, reminders and receipts go: its contact for bills, or the account's. */
export async function findBillAddress(
  queryable: Queryable,
  { accountId, billContactEmail }: Pick<CompanyRow, 'accountId' | 'billContactEmail'>,
): Promise<string> {
  return billContactEmail ?? (await findCustomer(queryable, accountId)).email;
}
