import type { Transaction } from '../../platform/database/connection.ts';
import { isFor, issueInvoices } from './issue-invoices.ts';
import { lockPeriodInvoice, markInvoicePaid, voidOpenInvoices } from './issued-invoice.repository.ts';
import type { InvoiceParty, Supply } from './supply.ts';

/**
 * Makes the invoice of what a payment has bought paid, in the payment's transaction, and returns
 * its number. An open one that says something else (another plan, price or time) becomes void and
 * is replaced; where there is none, one is issued. Takes the series' lock: to be called after every
 * lock but that of receipts.
 */
export async function settleInvoice(
  seller: InvoiceParty,
  tx: Transaction,
  order: { readonly supply: Supply; readonly paymentId: string; readonly now: Date },
): Promise<string> {
  const { supply, paymentId, now } = order;
  const paid = { paymentId, paidAt: now };
  const open = supply.kind === 'period' ? await lockPeriodInvoice(tx, supply) : null;
  if (open && isFor(open, supply) && (await markInvoicePaid(tx, open.id, paid))) return open.invoiceNumber;
  if (open) await voidOpenInvoices(tx, [supply.subscriptionId], { voidReason: 'replaced', voidedAt: now });
  const [number] = await issueInvoices(seller, tx, [{ ...supply, paid }], now);
  if (number === undefined) throw new Error('no invoice was issued');
  return number;
}
