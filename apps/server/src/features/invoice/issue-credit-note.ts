import { lagosDay } from '@portal/kernel/calendar';
import type { Transaction } from '../../database/connection.ts';
import { documentNumber } from './invoice.policy.ts';
import { takeNumbers } from './invoice.repository.ts';
import { findInvoiceOfPayment, insertCreditNote } from './issued-invoice.repository.ts';

/**
 * Corrects the invoice of a payment whose money has gone back, in the transaction that says so, and returns the number of the credit note; null where the payment
 * has paid no invoice. An invoice has one at most: a second fails on the unique key. (Nigeria Tax Act 2025: corrections have their own number.)
 */
export async function issueCreditNote(
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<string | null> {
  const invoice = await findInvoiceOfPayment(tx, order.paymentId);
  if (!invoice) return null;
  const { year } = lagosDay(order.now);
  const sequence = await takeNumbers(tx, { series: 'CRN', year, count: 1 });
  const creditNoteNumber = documentNumber('CRN', year, sequence);
  const { id: invoiceId, userId, total, vat } = invoice;
  await insertCreditNote(tx, { creditNoteNumber, year, sequence, invoiceId, userId, total, vat, issuedAt: order.now });
  return creditNoteNumber;
}
