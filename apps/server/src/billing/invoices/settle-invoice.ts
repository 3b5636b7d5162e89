import type { Transaction } from '../../platform/database/connection.ts';
import { invoicePaid } from '../events.ts';
import { type InvoiceDependencies, isFor, issueInvoices } from './issue-invoices.ts';
import {
  lockChargeInvoice,
  lockPeriodInvoice,
  markInvoicePaid,
  voidOpenInvoices,
} from './issued-invoice.repository.ts';
import type { MonthSupply, Supply } from './supply.ts';

/** A charge was invoiced when it was made. */
async function settleChargeInvoice(
  deps: InvoiceDependencies,
  tx: Transaction,
  chargeId: string,
  paid: { readonly paymentId: string; readonly paidAt: Date },
): Promise<string> {
  const invoice = await lockChargeInvoice(tx, chargeId);
  if (!invoice || !(await markInvoicePaid(tx, invoice.id, paid)))
    throw new Error(`charge ${chargeId} has no open invoice`);
  await deps.publish(tx, invoicePaid, { invoiceNumber: invoice.invoiceNumber });
  return invoice.invoiceNumber;
}

function isMonth(supply: Supply): supply is MonthSupply {
  return supply.kind === 'period' && supply.subscriptionId !== null;
}

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
  if (supply.kind === 'charge') return settleChargeInvoice(deps, tx, supply.chargeId ?? '', paid);
  const month = isMonth(supply) ? supply : null;
  const open = month && (await lockPeriodInvoice(tx, month));
  if (open && isFor(open, supply) && (await markInvoicePaid(tx, open.id, paid))) {
    await deps.publish(tx, invoicePaid, { invoiceNumber: open.invoiceNumber });
    return open.invoiceNumber;
  }
  if (open && month) await voidOpenInvoices(tx, [month.subscriptionId], { voidReason: 'replaced', voidedAt: now });
  const [number] = await issueInvoices(deps, tx, [{ ...supply, paid }], now);
  if (number === undefined) throw new Error('no invoice was issued');
  return number;
}
