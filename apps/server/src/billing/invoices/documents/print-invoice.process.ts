import { parentPort } from 'node:worker_threads';
import { Encrypter } from 'age-encryption';
import PDFDocument from 'pdfkit';
import type { PrintableDocument, PrintOrder, PrintOutcome } from './create-invoice-printer.ts';
import { drawLetter } from './draw-letter.ts';
import { CARD_SIZE, drawPayCard } from './draw-pay-card.ts';
import { drawRegistration } from './draw-registration.ts';
import { drawVoucherSheets } from './draw-voucher-sheets.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import {
  BOLD,
  brandLine,
  columns,
  FACT,
  GAP,
  INK,
  LINE,
  MARGIN,
  MUTED,
  type Pdf,
  REGULAR,
  type RowLook,
  row,
  rule,
  TOTAL,
  widthOf,
} from './pdf-drawing.ts';
import { printable } from './printable-text.policy.ts';
import { sizeThatFits } from './size-that-fits.policy.ts';
import type { VoucherFile, VoucherSheets } from './voucher-paper.ts';

/** A line of the bill; with a balance, that stands in a column of its own. */
function line(pdf: Pdf, { label, value, balance }: InvoiceDocument['lines'][number], look: RowLook): void {
  const sum = 0.24 * widthOf(pdf);
  const widths = [widthOf(pdf) - 2 * (sum + GAP), sum, sum];
  if (balance === undefined) row(pdf, { label, value }, look);
  else columns(pdf, widths, [label, value, balance], look);
}

function head(pdf: Pdf, document: InvoiceDocument): void {
  brandLine(pdf, document);
  const top = MARGIN + 56;
  const half = widthOf(pdf) / 2;
  pdf.font(BOLD).fontSize(26).fillColor(INK).text(document.title, MARGIN, top, { width: half });
  pdf.font(REGULAR).fontSize(11).fillColor(MUTED).text(document.number, { width: half });
  const bottom = pdf.y;
  const right = { width: half, align: 'right' } as const;
  pdf.fontSize(10).text(document.sum.label, MARGIN + half, top + 2, right);
  pdf
    .fontSize(sizeThatFits(pdf, document.sum.value, half, 24))
    .fillColor(INK)
    .text(document.sum.value, MARGIN + half, top + 16, right);
  pdf.x = MARGIN;
  pdf.y = Math.max(bottom, pdf.y) + 20;
  rule(pdf, pdf.y);
  pdf.y += 16;
}

function parties(pdf: Pdf, document: InvoiceDocument): void {
  const top = pdf.y;
  const half = widthOf(pdf) / 2 - 8;
  const ends = [document.seller, document.buyer].map((lines, index) => {
    const left = MARGIN + index * (half + 16);
    pdf
      .font(REGULAR)
      .fontSize(9)
      .fillColor(MUTED)
      .text(index === 0 ? 'From' : 'To', left, top, { width: half });
    lines.forEach((line, place) => {
      pdf
        .font(place === 0 ? BOLD : REGULAR)
        .fontSize(10)
        .fillColor(INK)
        .text(line, left, pdf.y + (place === 0 ? 2 : 0), { width: half });
    });
    return pdf.y;
  });
  pdf.x = MARGIN;
  pdf.y = Math.max(...ends) + 16;
  rule(pdf, pdf.y);
  pdf.y += 14;
}

/** The items under their heading, and their total. */
function bill(pdf: Pdf, document: InvoiceDocument): void {
  pdf.y += 14;
  const balance = document.lines.some((each) => each.balance !== undefined) ? 'Balance' : undefined;
  line(pdf, { label: 'Description', value: 'Amount', balance }, { ...LINE, size: 9, labelColour: MUTED });
  for (const each of document.lines) line(pdf, each, LINE);
  pdf.y += 4;
  document.totals.forEach((total, index) => {
    row(pdf, total, index === document.totals.length - 1 ? TOTAL : FACT);
  });
}

function drawInvoice(pdf: Pdf, document: InvoiceDocument): void {
  head(pdf, document);
  parties(pdf, document);
  for (const fact of document.facts) row(pdf, fact, FACT);
  bill(pdf, document);
  pdf.moveDown(1).font(REGULAR).fontSize(10).fillColor(INK);
  for (const note of document.notes) pdf.text(note, { width: widthOf(pdf) });
  drawRegistration(pdf, document);
}

/** 2¹⁶ steps of scrypt: 64 MB and half a second for whoever has the passphrase, and for each guess. */
const SCRYPT_LOG_N = 16;

function encrypt({ content, passphrase }: VoucherFile): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return encrypter.encrypt(content);
}

function draw(document: PrintableDocument | VoucherSheets): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const isCard = 'isCard' in document;
  const isSheets = 'cards' in document;
  const title = 'number' in document ? `${document.title} ${document.number}` : document.title;
  const info = { Title: title, Author: document.brandName };
  const lang = 'language' in document ? `${document.language}-NG` : 'en-NG';
  const sheet = isCard ? { size: CARD_SIZE, margin: 0 } : { size: 'A4', margin: isSheets ? 0 : MARGIN };
  const pdf = new PDFDocument({ ...sheet, lang, displayTitle: true, info });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  if (isCard) drawPayCard(pdf, document);
  else if (isSheets) drawVoucherSheets(pdf, document);
  else if ('language' in document) drawLetter(pdf, document);
  else drawInvoice(pdf, document);
  pdf.end();
  return promise;
}

parentPort?.on('message', ({ id, document }: PrintOrder) => {
  const answer = (outcome: PrintOutcome) => parentPort?.postMessage(outcome);
  // A document that cannot be rendered throws in between as well.
  const made = 'passphrase' in document ? encrypt(document) : Promise.resolve(document).then(printable).then(draw);
  made.then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : String(error) }),
  );
});
