import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { InvoicePrinter } from './documents/create-invoice-printer.ts';
import { describeCreditNote, describeInvoice, type InvoiceDocument } from './documents/invoice-document.ts';
import { INVOICE_PAGE_POLICY, renderInvoicePage } from './documents/invoice-page.ts';
import { findInvoiceByNumber, findOwnCreditNote, findOwnInvoice } from './issued-invoice.repository.ts';

/** The content of one of a customer's invoices or credit notes; null where they have none of that number. */
export async function findDocument(
  database: Database,
  userId: number,
  number: string,
): Promise<InvoiceDocument | null> {
  const invoice = await findOwnInvoice(database, userId, number);
  if (invoice) return describeInvoice(invoice);
  const creditNote = await findOwnCreditNote(database, userId, number);
  return creditNote && describeCreditNote(creditNote);
}

/**
 * Sends one of a customer's invoices or credit notes, as a page or as a PDF to download. Throws
 * ApiError invoice.not-found.
 */
export async function sendInvoice(
  deps: { readonly database: Database; readonly printer: InvoicePrinter },
  reply: FastifyReply,
  order: { readonly userId: number; readonly number: string; readonly form: 'page' | 'pdf' },
): Promise<FastifyReply> {
  const document = await findDocument(deps.database, order.userId, order.number);
  if (!document) throw new ApiError('invoice.not-found');
  if (order.form === 'page') return sendDocumentPage(reply, document);
  return sendPdf(reply, document.number, await deps.printer.print(document));
}

/** Sends a document as a page, under a policy of its own. */
export function sendDocumentPage(reply: FastifyReply, document: InvoiceDocument): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', INVOICE_PAGE_POLICY)
    .send(renderInvoicePage(document));
}

/** An invoice as a PDF, by its number. */
export async function printInvoice(
  deps: { readonly database: Database; readonly printer: InvoicePrinter },
  invoiceNumber: string,
): Promise<Uint8Array> {
  const invoice = await findInvoiceByNumber(deps.database, invoiceNumber);
  if (!invoice) throw new Error(`there is no invoice ${invoiceNumber}`);
  return deps.printer.print(describeInvoice(invoice));
}

/** Sends a document to download, under its number. */
export function sendPdf(reply: FastifyReply, number: string, bytes: Uint8Array): FastifyReply {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${number}.pdf"`)
    .send(Buffer.from(bytes));
}
