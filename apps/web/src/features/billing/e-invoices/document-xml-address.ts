import { getInvoiceXml } from '@portal/contract/billing/e-invoices';

/** Where a customer fetches an invoice or a credit note as UBL. */
export function documentXmlAddress(number: string): string {
  return getInvoiceXml.path.replace(':invoiceNumber', encodeURIComponent(number));
}
