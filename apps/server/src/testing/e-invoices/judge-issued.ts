import { expect } from 'vitest';
import { eCreditNoteOf, eInvoiceOf } from '../../billing/invoices/e-invoices/e-invoice.policy.ts';
import { ublOf } from '../../billing/invoices/e-invoices/ubl-document.policy.ts';
import { findOwnCreditNote, findOwnInvoice } from '../../billing/invoices/issued-invoice.repository.ts';
import { vatBreakdownOfCreditNote, vatBreakdownOfInvoice } from '../../billing/invoices/vat-breakdown.policy.ts';
import type { PaymentTestbed } from '../billing/payment-testbed.ts';
import { findBrokenRules } from './en16931.ts';
import { readUbl, textAt } from './read-ubl.ts';
import { findSchemaFaults, requireForm } from './ubl-judges.ts';

const vatIn = (xml: string) => Math.round(100 * Number(textAt(readUbl(xml), 'cac:TaxTotal/cbc:TaxAmount')));

/**
 * Holds the XML of every invoice of a customer that is not void, and of every credit note, to the schema of
 * UBL, the rules of EN 16931 and the second judge. Returns how many there are, and what they say of VAT in
 * kobo, less what the credit notes take back.
 */
export async function judgeIssued(
  bed: PaymentTestbed,
  userId: number,
): Promise<{ documents: number; vatKobo: number }> {
  const invoices = await bed.rows("select invoice_number from invoices where user_id = $1 and status <> 'void'", [
    userId,
  ]);
  const notes = await bed.rows('select credit_note_number from credit_notes where user_id = $1', [userId]);
  const issued: string[] = [];
  const corrected: string[] = [];
  for (const { invoice_number } of invoices) {
    const found = await findOwnInvoice(bed.database, userId, String(invoice_number));
    if (found) issued.push(ublOf(eInvoiceOf(found.invoice, vatBreakdownOfInvoice(found.invoice)), null));
  }
  for (const { credit_note_number } of notes) {
    const found = await findOwnCreditNote(bed.database, userId, String(credit_note_number));
    if (!found) continue;
    const parts = vatBreakdownOfCreditNote(found.creditNote, found.invoice);
    corrected.push(ublOf(eCreditNoteOf(found.creditNote, found.invoice, { parts, irn: null }), null));
  }
  expect(issued.flatMap((xml) => findBrokenRules(xml))).toEqual([]);
  // Notes over parts take the difference between roundings: a kobo of VAT more or less than their own.
  expect(corrected.flatMap((xml) => findBrokenRules(xml, 1))).toEqual([]);
  const documents = [...issued, ...corrected];
  expect(await findSchemaFaults(documents)).toEqual([]);
  for (const document of documents) requireForm(document);
  const sum = (list: readonly string[]) => list.reduce((all, xml) => all + vatIn(xml), 0);
  return { documents: documents.length, vatKobo: sum(issued) - sum(corrected) };
}
