import { startOfLagosDay } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockCompany, wakeCompany } from '../invoices/company-billing.repository.ts';
import type { InvoiceRow } from '../invoices/issued-invoice.repository.ts';
import { dueDay } from './company.policy.ts';
import { moveDueDay } from './company.repository.ts';
import { mailInvoice } from './monthly-invoice-mail.ts';

/**
 * Sends a company's invoice that waited for its registration, in the transaction that records that with
 * `isRegistered`: the terms of payment count from now. Nothing for an account that is no company any more, or one that was sent.
 */
export async function sendRegisteredInvoice(
  deps: Pick<BillingDependencies, 'queueEmail' | 'notify' | 'rules'>,
  tx: Transaction,
  { invoice, isRegistered }: { readonly invoice: InvoiceRow; readonly isRegistered: () => Promise<boolean> },
  now: Date,
): Promise<void> {
  const company = await lockCompany(tx, invoice.userId);
  if (!(await isRegistered()) || !company) return;
  await moveDueDay(tx, invoice.id, dueDay(startOfLagosDay(now), company.paymentTermsDays));
  await mailInvoice(deps, tx, company, invoice.invoiceNumber);
  await wakeCompany(tx, invoice.userId, now);
}
