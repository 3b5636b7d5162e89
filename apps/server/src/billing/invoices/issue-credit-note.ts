import { lagosDay } from '@portal/kernel/calendar';
import { addKobo, type Kobo, minKobo, negateKobo } from '@portal/kernel/money';
import { vatIncluded } from '@portal/kernel/vat';
import type { Transaction } from '../../platform/database/connection.ts';
import { documentNumber } from './invoice.policy.ts';
import { takeNumbers } from './invoice.repository.ts';
import { findInvoiceOfPayment, insertCreditNote, sumCreditNotes } from './issued-invoice.repository.ts';

/**
 * Corrects the invoice of a refunded payment, in the transaction that records the refund and has
 * locked the payment, and returns the number of the credit note; null where the payment has paid no
 * invoice, or nothing is left of it. `partKobo` for a partial refund; otherwise all that earlier
 * credit notes have left. (Nigeria Tax Act 2025: corrections have their own number.)
 */
export async function issueCreditNote(
  tx: Transaction,
  order: { readonly paymentId: string; readonly partKobo?: Kobo; readonly now: Date },
): Promise<string | null> {
  const invoice = await findInvoiceOfPayment(tx, order.paymentId);
  if (!invoice) return null;
  const earlier = await sumCreditNotes(tx, invoice.id);
  const leftKobo = addKobo(invoice.total, negateKobo(earlier.total));
  const leftVatKobo = addKobo(invoice.vat, negateKobo(earlier.vat));
  const total = minKobo(order.partKobo ?? leftKobo, leftKobo);
  if (total <= 0) return null;
  const vat = total === leftKobo ? leftVatKobo : minKobo(vatIncluded(total), leftVatKobo);
  const { year } = lagosDay(order.now);
  const sequence = await takeNumbers(tx, { series: 'CRN', year, count: 1 });
  const creditNoteNumber = documentNumber('CRN', year, sequence);
  const { id: invoiceId, userId } = invoice;
  await insertCreditNote(tx, { creditNoteNumber, year, sequence, invoiceId, userId, total, vat, issuedAt: order.now });
  return creditNoteNumber;
}
