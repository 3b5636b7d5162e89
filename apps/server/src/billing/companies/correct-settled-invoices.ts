import { addKobo, type Kobo, minKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import type { InvoiceRow } from '../invoices/issued-invoice.repository.ts';
import { restoreOutstanding } from '../invoices/outstanding.repository.ts';
import { addCredited, lockSettlements, markSettlementReversed } from './settlement.repository.ts';

/** A part of an invoice of all lines that goes back to its company. */
export type Correction = { readonly invoice: InvoiceRow; readonly totalKobo: Kobo };

/**
 * Records that a payment went back, as a whole or in part, and returns how much of each invoice that it
 * had settled is to be corrected; with `withTax` also the tax that was withheld with it. Safe to
 * repeat: what went back is counted.
 */
export async function creditSettlements(
  tx: Transaction,
  order: { readonly paymentId: string; readonly partKobo?: Kobo | undefined; readonly withTax: boolean },
): Promise<Correction[]> {
  const corrections = new Map<string, Correction>();
  let left = order.partKobo ?? toKobo(Number.MAX_SAFE_INTEGER);
  for (const { id, kind, amount, credited, invoice } of await lockSettlements(tx, order.paymentId)) {
    if (kind === 'withheld' && !order.withTax) continue;
    const amountKobo = minKobo(left, toKobo(amount - credited));
    if (amountKobo <= 0) continue;
    if (kind === 'payment') left = toKobo(left - amountKobo);
    await addCredited(tx, id, amountKobo);
    const before = corrections.get(invoice.id)?.totalKobo ?? toKobo(0);
    corrections.set(invoice.id, { invoice, totalKobo: addKobo(before, amountKobo) });
  }
  return [...corrections.values()];
}

/** A bank took a payment back: what it had settled is owed again. */
export async function reopenInvoices(
  tx: Transaction,
  payment: { readonly id: string; readonly userId: number },
  now: Date,
): Promise<void> {
  for (const { id, kind, amount, credited, invoiceId } of await lockSettlements(tx, payment.id)) {
    if (kind !== 'payment') continue;
    await markSettlementReversed(tx, id, now);
    if (amount > credited) await restoreOutstanding(tx, invoiceId, toKobo(amount - credited));
  }
  await wakeCompany(tx, payment.userId, now);
}
