import type { BillingDetails } from '@portal/contract/billing/billing-details';
import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { retryRefusedBuyer } from './e-invoices/e-invoice.repository.ts';

const NONE: BillingDetails = { companyName: null, address: null, taxId: null };

/** A customer's additional details for their invoices; null until they have saved some. */
export async function findBillingDetails(database: Queryable, userId: number): Promise<BillingDetails> {
  const [row] = await database
    .select({
      companyName: billingDetails.companyName,
      address: billingDetails.address,
      taxId: billingDetails.taxId,
    })
    .from(billingDetails)
    .where(eq(billingDetails.userId, userId));
  return row ?? NONE;
}

/** The companies' names by account, of those that have one. */
export async function findCompanyNames(
  queryable: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await queryable
    .select({ id: billingDetails.userId, name: billingDetails.companyName })
    .from(billingDetails)
    .where(inArray(billingDetails.userId, [...accountIds]));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** Stores them; documents that the tax authority would have refused for their buyer are made anew with them. */
export async function saveBillingDetails(
  database: Queryable,
  userId: number,
  details: BillingDetails,
  updatedAt: Date,
): Promise<void> {
  const values = { ...details, updatedAt };
  await database
    .insert(billingDetails)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: billingDetails.userId, set: values });
  await retryRefusedBuyer(database, userId, updatedAt);
}
