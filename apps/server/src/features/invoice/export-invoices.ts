import { addKobo, decimalFromKobo, negateKobo } from '@portal/kernel/money';
import type { Database } from '../../database/connection.ts';
import { csvLine } from './csv-line.policy.ts';
import { listIssuedInvoices } from './issued-invoice.repository.ts';
import type { FoundInvoice } from './present-invoice.ts';

const BATCH = 500;

const COLUMNS: Readonly<Record<string, (found: FoundInvoice) => string>> = {
  'Invoice number': ({ invoice }) => invoice.invoiceNumber,
  Kind: ({ invoice }) => invoice.kind,
  Status: ({ invoice }) => invoice.status,
  'Issued at': ({ invoice }) => invoice.issuedAt.toISOString(),
  'Due at': ({ invoice }) => invoice.dueAt.toISOString(),
  'Paid at': ({ invoice }) => invoice.paidAt?.toISOString() ?? '',
  'Customer number': ({ invoice }) => String(invoice.userId),
  Customer: ({ invoice }) => invoice.snapshot.buyer.name,
  'Customer TIN': ({ invoice }) => invoice.snapshot.buyer.taxId ?? '',
  Plan: ({ invoice }) => invoice.snapshot.planName,
  From: ({ invoice }) => invoice.snapshot.periodStart,
  Until: ({ invoice }) => invoice.snapshot.periodEnd,
  'Net NGN': ({ invoice }) => decimalFromKobo(subtract(invoice.total, invoice.vat)),
  'VAT NGN': ({ invoice }) => decimalFromKobo(invoice.vat),
  'Total NGN': ({ invoice }) => decimalFromKobo(invoice.total),
  Gateway: ({ payment }) => payment?.gateway ?? '',
  Payment: ({ payment }) => payment?.reference ?? '',
  Receipt: ({ receiptNumber }) => receiptNumber ?? '',
  'Credit note': ({ creditNote }) => creditNote?.creditNoteNumber ?? '',
  'E-invoice': ({ invoice }) => invoice.electronicReference ?? '',
};

function subtract(total: FoundInvoice['invoice']['total'], vat: FoundInvoice['invoice']['vat']) {
  return addKobo(total, negateKobo(vat));
}

/** All invoices issued within a time as CSV (RFC 4180) in the order of their numbers, batch by batch, so that years of them need no memory. */
export async function* exportInvoices(
  database: Database,
  range: { readonly from: Date; readonly until: Date },
): AsyncGenerator<string> {
  yield csvLine(Object.keys(COLUMNS));
  let after: FoundInvoice['invoice'] | null = null;
  do {
    const batch: FoundInvoice[] = await listIssuedInvoices(database, { ...range, after, limit: BATCH });
    yield batch.map((found) => csvLine(Object.values(COLUMNS).map((cell) => cell(found)))).join('');
    after = batch.length === BATCH ? (batch.at(-1)?.invoice ?? null) : null;
  } while (after !== null);
}
