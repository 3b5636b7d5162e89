import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { companyBilling, monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

export type CompanyRow = typeof companyBilling.$inferSelect;

/** Null for an account without invoices of all lines. */
export async function findCompany(queryable: Queryable, accountId: number): Promise<CompanyRow | null> {
  const [row] = await queryable.select().from(companyBilling).where(eq(companyBilling.accountId, accountId));
  return row ?? null;
}

/** Locked until the transaction ends: what changes its invoices and lines follows one another. */
export async function lockCompany(tx: Transaction, accountId: number): Promise<CompanyRow | null> {
  const [row] = await tx.select().from(companyBilling).where(eq(companyBilling.accountId, accountId)).for('update');
  return row ?? null;
}

/**
 * Locks whoever has invoices of all lines until the transaction ends: a company, or an account that was
 * one, whose payment a bank may take back. False for all others.
 */
export async function lockInvoiced(tx: Transaction, accountId: number): Promise<boolean> {
  if (await lockCompany(tx, accountId)) return true;
  const held = await tx
    .select({ id: monthlyInvoices.invoiceId })
    .from(monthlyInvoices)
    .where(eq(monthlyInvoices.accountId, accountId))
    .orderBy(monthlyInvoices.invoiceId)
    .for('update');
  return held.length > 0;
}

/** Has the job look at a company soon; nothing for an account that is none. */
export async function wakeCompany(queryable: Queryable, accountId: number, now: Date): Promise<void> {
  await queryable.update(companyBilling).set({ nextStepAt: now }).where(eq(companyBilling.accountId, accountId));
}

/** The same, for the company of a line. */
export async function wakeCompanyOf(queryable: Queryable, lineId: number, now: Date): Promise<void> {
  await queryable
    .update(companyBilling)
    .set({ nextStepAt: now })
    .where(sql`${companyBilling.accountId} = (select ${lines.accountId} from ${lines} where ${lines.id} = ${lineId})`);
}
