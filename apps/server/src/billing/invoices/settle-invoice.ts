import type { Transaction } from '../../platform/database/connection.ts';
import { invoicePaid } from '../events.ts';
import { type InvoiceDependencies, isFor, issueInvoices } from './issue-invoices.ts';
import { lockPeriodInvoice, markInvoicePaid, voidOpenInvoices } from './issued-invoice.repository.ts';
import type { Supply } from './supply.ts';

/**
 * Marks the invoice for what a payment has bought as paid, in the payment's transaction, and
 * returns its number. An open one with another plan, price or time is voided and replaced; where
 * there is none, one is issued. Takes the series' lock: call it after every lock but that of
 * receipts.
 */
export async function settleInvoice(
  deps: InvoiceDependencies,
  tx: Transaction,
  order: { readonly supply: Supply; readonly paymentId: string; readonly now: Date },
): Promise<string> {
  const { supply, paymentId, now } = order;
  const paid = { paymentId, paidAt: now };
  const open = supply.kind === 'period' ? await lockPeriodInvoice(tx, supply) : null;
  if (open && isFor(open, supply) && (await markInvoicePaid(tx, open.id, paid))) {
    await deps.publish(tx, invoicePaid, { invoiceNumber: open.invoiceNumber });
    return open.invoiceNumber;
  }
  if (open) await voidOpenInvoices(tx, [supply.subscriptionId], { voidReason: 'replaced', voidedAt: now });
  const [number] = await issueInvoices(deps, tx, [{ ...supply, paid }], now);
  if (number === undefined) throw new Error('no invoice was issued');
  return number;
}
