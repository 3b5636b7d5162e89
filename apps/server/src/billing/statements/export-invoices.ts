import { lagosDateTime } from '@portal/kernel/calendar';
import { addKobo, decimalFromKobo, negateKobo } from '@portal/kernel/money';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { listIssuedCreditNotes, listIssuedInvoices } from '../invoices/issued-invoice.repository.ts';
import type { FoundCreditNote, FoundInvoice } from '../invoices/present-invoice.ts';

const BATCH = 500;

type Columns<Found> = Readonly<Record<string, (found: Found) => string>>;

/** A moment exactly, in UTC, and beside it on the clock of Lagos. */
function timeColumns<Found>(name: string, exactOf: (found: Found) => string | undefined): Columns<Found> {
  return {
    [name]: (found) => exactOf(found) ?? '',
    [`${name} Lagos time`]: (found) => {
      const moment = new Date(exactOf(found) ?? '');
      return Number.isNaN(moment.getTime()) ? '' : lagosDateTime(moment);
    },
  };
}

/** The fields of a line that describe its invoice, for both kinds of document. */
const SHARED: Columns<Omit<FoundInvoice, 'creditNotes' | 'outstanding' | 'writtenOff'>> = {
  'Invoice number': ({ invoice }) => invoice.invoiceNumber,
  Kind: ({ invoice }) => invoice.kind,
  Status: ({ invoice }) => invoice.status,
  ...timeColumns('Issued at', ({ invoice }) => invoice.issuedAt.toISOString()),
  ...timeColumns('Due at', ({ invoice }) => invoice.dueAt.toISOString()),
  ...timeColumns('Paid at', ({ invoice }) => invoice.paidAt?.toISOString()),
  'Customer number': ({ invoice }) => String(invoice.userId),
  Customer: ({ invoice }) => invoice.snapshot.buyer.name,
  'Customer TIN': ({ invoice }) => invoice.snapshot.buyer.taxId ?? '',
  Plan: ({ invoice }) => invoice.snapshot.planName,
  ...timeColumns('From', ({ invoice }) => invoice.snapshot.periodStart),
  ...timeColumns('Until', ({ invoice }) => invoice.snapshot.periodEnd),
  'Net NGN': ({ invoice }) => decimalFromKobo(subtract(invoice.total, invoice.vat)),
  'VAT NGN': ({ invoice }) => decimalFromKobo(invoice.vat),
  'Total NGN': ({ invoice }) => decimalFromKobo(invoice.total),
  Gateway: ({ payment }) => payment?.gateway ?? '',
  Payment: ({ payment }) => payment?.reference ?? '',
  Receipt: ({ receiptNumber }) => receiptNumber ?? '',
  'Credit note': () => '',
  'E-invoice': ({ invoice }) => invoice.electronicReference ?? '',
};

const ISSUED: Columns<FoundInvoice> = {
  ...SHARED,
  'Credit note': ({ creditNotes }) => creditNotes.map(({ creditNoteNumber }) => creditNoteNumber).join(' '),
};

function subtract(total: FoundInvoice['invoice']['total'], vat: FoundInvoice['invoice']['vat']) {
  return addKobo(total, negateKobo(vat));
}

/**
 * A credit note as a line: under the number of the invoice that it corrects, with its own number,
 * day and negative sums.
 */
const CORRECTED: Columns<FoundCreditNote> = {
  ...SHARED,
  Kind: () => 'credit-note',
  Status: () => '',
  ...timeColumns('Issued at', ({ creditNote }) => creditNote.issuedAt.toISOString()),
  ...timeColumns('Due at', () => ''),
  ...timeColumns('Paid at', () => ''),
  'Net NGN': ({ creditNote }) => decimalFromKobo(subtract(creditNote.vat, creditNote.total)),
  'VAT NGN': ({ creditNote }) => decimalFromKobo(negateKobo(creditNote.vat)),
  'Total NGN': ({ creditNote }) => decimalFromKobo(negateKobo(creditNote.total)),
  'Credit note': ({ creditNote }) => creditNote.creditNoteNumber,
};

type Page = Parameters<typeof listIssuedInvoices>[1];

async function* linesOf<Found>(
  list: (page: Pick<Page, 'after' | 'limit'>) => Promise<Found[]>,
  columns: Columns<Found>,
  placeOf: (found: Found) => Page['after'],
): AsyncGenerator<string> {
  let after: Page['after'] = null;
  do {
    const batch: Found[] = await list({ after, limit: BATCH });
    yield batch.map((found) => csvLine(Object.values(columns).map((cell) => cell(found)))).join('');
    const last = batch.at(-1);
    after = batch.length === BATCH && last ? placeOf(last) : null;
  } while (after !== null);
}

/**
 * All invoices issued within a time as CSV (RFC 4180) in the order of their numbers, then all
 * credit notes issued within it, so that the sums are those of the time. Written in batches, so
 * that years of them need no memory.
 */
export async function* exportInvoices(
  database: Database,
  range: { readonly from: Date; readonly until: Date },
): AsyncGenerator<string> {
  yield csvLine(Object.keys(ISSUED));
  yield* linesOf(
    (page) => unhurried(database).transaction((tx) => listIssuedInvoices(tx, { ...range, ...page })),
    ISSUED,
    ({ invoice }) => invoice,
  );
  yield* linesOf(
    (page) => unhurried(database).transaction((tx) => listIssuedCreditNotes(tx, { ...range, ...page })),
    CORRECTED,
    ({ creditNote }) => creditNote,
  );
}
