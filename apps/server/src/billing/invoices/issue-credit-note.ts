import { lagosDay } from '@portal/kernel/calendar';
import { addKobo, type Kobo, minKobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { creditSettlements } from '../companies/correct-settled-invoices.ts';
import { reverseWithheldTax } from '../companies/withholding-tax/withhold-tax.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { queueCreditNote } from './e-invoices/e-invoice.repository.ts';
import { documentNumber } from './invoice.policy.ts';
import { takeNumbers } from './invoice.repository.ts';
import {
  findInvoiceOfPayment,
  type InvoiceRow,
  insertCreditNote,
  sumCreditNotes,
} from './issued-invoice.repository.ts';
import { creditedVat, sumVat, vatBreakdownOfInvoice } from './vat-breakdown.policy.ts';

/** The number of the credit note; null where earlier ones have left nothing. */
async function correct(
  tx: Transaction,
  invoice: InvoiceRow,
  { partKobo, now }: { readonly partKobo: Kobo | undefined; readonly now: Date },
): Promise<string | null> {
  const earlier = await sumCreditNotes(tx, invoice.id);
  const leftKobo = addKobo(invoice.total, negateKobo(earlier.total));
  const total = minKobo(partKobo ?? leftKobo, leftKobo);
  if (total <= 0) return null;
  const vatBreakdown = creditedVat(vatBreakdownOfInvoice(invoice), { earlierKobo: earlier.total, grossKobo: total });
  // Notes of earlier releases were rounded one by one: the last one has what they have left.
  const vat = total === leftKobo ? addKobo(invoice.vat, negateKobo(earlier.vat)) : sumVat(vatBreakdown);
  const { year } = lagosDay(now);
  const sequence = await takeNumbers(tx, { series: 'CRN', year, count: 1 });
  const creditNoteNumber = documentNumber('CRN', year, sequence);
  const { id: invoiceId, userId } = invoice;
  const row = { creditNoteNumber, year, sequence, invoiceId, userId, total, vat, vatBreakdown, issuedAt: now };
  await insertCreditNote(tx, row);
  await queueCreditNote(tx, creditNoteNumber, now);
  return creditNoteNumber;
}

/**
 * Corrects the invoice of a refunded payment, in the transaction that records the refund and has
 * locked the payment, and returns the number of the credit note; null where the payment has paid no
 * invoice, or nothing is left of it. `partKobo` for a partial refund; otherwise all that earlier
 * credit notes have left. A company's payment has one for each invoice that it settled; a whole refund
 * takes tax back that was withheld with it, while its document is awaited. (Nigeria Tax Act 2025:
 * corrections have their own number, and the rate of what they take back.)
 */
export async function issueCreditNote(
  tx: Transaction,
  order: {
    readonly payment: Pick<PaymentRow, 'id' | 'userId' | 'reference'>;
    readonly partKobo?: Kobo;
    readonly now: Date;
  },
): Promise<string | null> {
  const { payment, partKobo, now } = order;
  const invoice = await findInvoiceOfPayment(tx, payment.id);
  if (invoice) return correct(tx, invoice, { partKobo, now });
  const withTax = partKobo === undefined && (await reverseWithheldTax(tx, payment, now));
  const numbers: (string | null)[] = [];
  for (const each of await creditSettlements(tx, { paymentId: payment.id, partKobo, withTax }))
    numbers.push(await correct(tx, each.invoice, { partKobo: each.totalKobo, now }));
  return numbers.filter((number) => number !== null).join(', ') || null;
}
