import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findCreditNoteByNumber, findInvoiceByNumber } from '../issued-invoice.repository.ts';
import type { FoundCreditNote, FoundInvoice } from '../present-invoice.ts';
import { vatBreakdownOfCreditNote, vatBreakdownOfInvoice } from '../vat-breakdown.policy.ts';
import { eCreditNoteOf, eInvoiceOf } from './e-invoice.policy.ts';
import { ublOf } from './ubl-document.policy.ts';

type Wanted = {
  readonly number: string;
  /** Whose it has to be; null for staff. */
  readonly userId: number | null;
};

/** An invoice as UBL 2.1, with its number at the tax authority once it is registered. */
export function invoiceXml({ invoice }: Pick<FoundInvoice, 'invoice'>): string {
  return ublOf(eInvoiceOf(invoice, vatBreakdownOfInvoice(invoice)), invoice.electronicReference);
}

/** A credit note as UBL 2.1, with the numbers of both at the tax authority once they are registered. */
export function creditNoteXml({ creditNote, invoice, registration }: FoundCreditNote): string {
  const irn = invoice.electronicReference;
  const document = eCreditNoteOf(creditNote, invoice, { parts: vatBreakdownOfCreditNote(creditNote, invoice), irn });
  return ublOf(document, registration?.status === 'registered' ? registration.irn : null);
}

const isTheirs = (userId: number | null, invoice: { readonly userId: number }) =>
  userId === null || invoice.userId === userId;

/**
 * An invoice or a credit note as UBL 2.1, with its number at the tax authority once it is registered. Throws
 * invoice.not-found, also where documents are not registered and this one never was to be.
 */
export async function findDocumentXml(
  deps: { readonly database: Database; readonly eInvoicing?: unknown },
  { number, userId }: Wanted,
): Promise<string> {
  const { database } = deps;
  const missing = new ApiError('invoice.not-found');
  const found = await findInvoiceByNumber(database, number);
  if (found && isTheirs(userId, found.invoice)) {
    if (!deps.eInvoicing && !found.registration) throw missing;
    return invoiceXml(found);
  }
  const corrected = found ? null : await findCreditNoteByNumber(database, number);
  if (!corrected || !isTheirs(userId, corrected.invoice)) throw missing;
  if (!deps.eInvoicing && !corrected.registration) throw missing;
  return creditNoteXml(corrected);
}
