import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { decimalFromKobo } from '@portal/kernel/money';
import { pack } from 'tar-stream';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { type AddFile, createAddFile, type TarredFile } from '../../platform/files/tar-file.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { escapeHtml } from '../../platform/http/pages/escape-html.ts';
import { exportVatDocuments, listMonthDocuments } from '../accounting-periods/export-vat-documents.ts';
import { rangeOfMonth } from '../accounting-periods/month-range.policy.ts';
import { readAccountingMonth } from '../accounting-periods/read-accounting-month.ts';
import { sumEntries, type VatDocument } from '../accounting-periods/vat-return.repository.ts';
import { describeCreditNote, describeInvoice } from '../invoices/documents/invoice-document.ts';
import { renderInvoicePage } from '../invoices/documents/invoice-page.ts';
import { creditNoteXml, invoiceXml } from '../invoices/e-invoices/find-document-xml.ts';
import { listCreditNotesByNumber, listInvoicesByNumber } from '../invoices/issued-invoice.repository.ts';
import { exportJournal } from '../ledger/export-journal.ts';
import { listAttachments } from './audit-file.repository.ts';

type Deps = { readonly database: Database; readonly files: FileStore; readonly clock: () => Date };

const GZIP_LEVEL = 4;
/** Fits into memory many times over. */
const PART_BYTES = 4 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

const CONTENTS = `

journal.csv          every entry of the ledger, debits equal to credits
accounts.csv         what each account had in the month, debits less credits
vat-documents.csv    every invoice and credit note of the VAT return, by rate
month.json           the figures of the VAT return, withheld tax, ledger against documents
documents/           each document as a page (open it in any browser) and as UBL 2.1 XML
attachments/         deposit slips and documents of withheld tax, listed in attachments.csv
index.html           all documents, with links
SHA256SUMS           the checksum of each file: sha256sum -c SHA256SUMS

Sums are naira. Times are on the clock of Lagos. Long tables are in parts, journal-0002.csv and on.
`;
const readme = (month: string) => 'The accounting period '.concat(month, CONTENTS);

/** A table as files of a size that fits into memory: name.csv, name-0002.csv and on, each with its head. */
async function addTable(add: AddFile, name: string, lines: AsyncIterable<string>): Promise<TarredFile[]> {
  const files: TarredFile[] = [];
  let head: string | null = null;
  let parts: string[] = [];
  let size = 0;
  const flush = async () => {
    const suffix = files.length === 0 ? '' : `-${String(files.length + 1).padStart(4, '0')}`;
    files.push(await add(`${name}${suffix}.csv`, Buffer.from(parts.join(''))));
    parts = head === null ? [] : [head];
    size = 0;
  };
  for await (const chunk of lines) {
    head ??= chunk;
    parts.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0 || files.length === 0) await flush();
  return files;
}

/** Each document of a page of them as a page of its own and as XML. */
async function addDocuments({ database }: Deps, add: AddFile, page: readonly VatDocument[]): Promise<TarredFile[]> {
  const numbersOf = (kind: VatDocument['kind']) =>
    page.filter((each) => each.kind === kind).map(({ number }) => number);
  const files: TarredFile[] = [];
  const addBoth = async (number: string, html: string, xml: string) => {
    files.push(await add(`documents/${number}.html`, Buffer.from(html)));
    files.push(await add(`documents/${number}.xml`, Buffer.from(xml)));
  };
  const { invoices, creditNotes } = await unhurried(database).transaction(async (tx) => ({
    invoices: await listInvoicesByNumber(tx, numbersOf('invoice')),
    creditNotes: await listCreditNotesByNumber(tx, numbersOf('credit-note')),
  }));
  for (const found of invoices)
    await addBoth(
      found.invoice.invoiceNumber,
      renderInvoicePage(describeInvoice(found), { isApart: true }),
      invoiceXml(found),
    );
  for (const found of creditNotes)
    await addBoth(
      found.creditNote.creditNoteNumber,
      renderInvoicePage(describeCreditNote(found), { isApart: true }),
      creditNoteXml(found),
    );
  return files;
}

async function addAttachments({ database, files: store }: Deps, add: AddFile, month: string): Promise<TarredFile[]> {
  const attachments = await unhurried(database).transaction((tx) => listAttachments(tx, rangeOfMonth(month)));
  const files: TarredFile[] = [];
  const rows = [csvLine(['file', 'name', 'proves'])];
  for (const { id, name, mediaType, proves } of attachments) {
    const content = await store.read(id);
    const path = `attachments/${id}.${EXTENSIONS[mediaType] ?? 'bin'}`;
    if (content) files.push(await add(path, content));
    rows.push(csvLine([content ? path : 'missing', name, proves]));
  }
  return [...files, await add('attachments.csv', Buffer.from(rows.join('')))];
}

async function* accountLines(database: Database, month: string): AsyncGenerator<string> {
  yield csvLine(['account', 'balance']);
  const accounts = await unhurried(database).transaction((tx) => sumEntries(tx, rangeOfMonth(month)));
  for (const [account, kobo] of accounts) yield csvLine([account, decimalFromKobo(kobo)]);
}

const link = ({ number, buyer, total }: VatDocument) =>
  `<tr><td><a href="documents/${escapeHtml(number)}.html">${escapeHtml(number)}</a></td><td>${escapeHtml(buyer.name)}</td><td>${escapeHtml(total)}</td></tr>`;

async function fill(deps: Deps, month: string, add: AddFile): Promise<void> {
  const { database, clock } = deps;
  const files: TarredFile[] = [await add('README.txt', Buffer.from(readme(month)))];
  files.push(...(await addTable(add, 'journal', exportJournal(database, rangeOfMonth(month), 'plain'))));
  files.push(...(await addTable(add, 'accounts', accountLines(database, month))));
  files.push(...(await addTable(add, 'vat-documents', exportVatDocuments(database, month))));
  const figures = await unhurried(database).transaction((tx) => readAccountingMonth(tx, month, clock()));
  files.push(await add('month.json', Buffer.from(`${JSON.stringify(figures, null, 1)}\n`)));
  const rows: string[] = [];
  for await (const page of listMonthDocuments(database, month)) {
    files.push(...(await addDocuments(deps, add, page)));
    rows.push(...page.map(link));
  }
  files.push(...(await addAttachments(deps, add, month)));
  const index = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Documents of ${month}</title></head><body><h1>Documents of ${month}</h1><table>${rows.join('')}</table></body></html>\n`;
  files.push(await add('index.html', Buffer.from(index)));
  // Last, so that a file that was cut off has none.
  await add('SHA256SUMS', Buffer.from(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')));
}

/**
 * A month's accounts as one gzipped tar archive that opens without the portal: journal, accounts, VAT return,
 * every document as a page and as UBL, attachments, and the checksum of each file. Streamed: what it
 * holds in memory at once is a page of documents and the list of their names.
 */
export function writeAuditFile(deps: Deps, month: string): Readable {
  const tar = pack();
  const out = createGzip({ level: GZIP_LEVEL });
  // Whoever reads sees a stream that breaks off.
  pipeline(tar, out, () => undefined);
  fill(deps, month, createAddFile(tar, deps.clock())).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}
