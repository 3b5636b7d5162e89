import type { InvoiceSummary, InvoiceView } from '@portal/contract/billing/invoices';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listSettlementsOf } from '../companies/settlement.repository.ts';
import { findNumberForBills } from '../virtual-accounts/read-numbers.ts';
import { findOwnInvoice, listOwnInvoices } from './issued-invoice.repository.ts';
import { presentInvoice, presentInvoicePage } from './present-invoice.ts';

const PAGE_SIZE = 20;

const isOpen = ({ status }: Pick<InvoiceSummary, 'status'>) => status === 'open';

/**
 * One customer's invoices, newest first: 20 unless `limit` says otherwise, older than the number
 * `before` when it is given; open ones with the account number that takes a transfer for them.
 */
export async function listInvoices(
  deps: Pick<BillingDependencies, 'database' | 'intakes'>,
  page: { readonly userId: number; readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<InvoiceSummary[]> {
  const { userId, limit = PAGE_SIZE, before = null } = page;
  const invoices = (await listOwnInvoices(deps.database, { userId, limit, before })).map(presentInvoice);
  const sendTo = invoices.some(isOpen) ? await findNumberForBills(deps, userId) : null;
  return sendTo === null ? invoices : invoices.map((each) => (isOpen(each) ? { ...each, sendTo } : each));
}

/** One of a customer's invoices. Throws ApiError invoice.not-found, also for another customer's. */
export async function findInvoice(database: Database, userId: number, invoiceNumber: string): Promise<InvoiceView> {
  const found = await findOwnInvoice(database, userId, invoiceNumber);
  if (!found) throw new ApiError('invoice.not-found');
  const isMonthly = found.invoice.kind === 'monthly';
  return presentInvoicePage(found, isMonthly ? await listSettlementsOf(database, found.invoice.id) : null);
}
