import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { PrintOrder, PrintOutcome } from './create-invoice-printer.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { printable } from './printable-text.policy.ts';
import { sizeThatFits } from './size-that-fits.policy.ts';

const REGULAR = fileURLToPath(new URL('./fonts/overpass-regular.ttf', import.meta.url));
const BOLD = fileURLToPath(new URL('./fonts/overpass-bold.ttf', import.meta.url));

const MARGIN = 56;
/** Between two columns. */
const GAP = 12;
const INK = '#16201b';
const MUTED = '#56605b';
const RULE = '#d8dcda';

type Pdf = InstanceType<typeof PDFDocument>;

function widthOf(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

function rule(pdf: Pdf, at: number): void {
  pdf
    .moveTo(MARGIN, at)
    .lineTo(MARGIN + widthOf(pdf), at)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

type RowLook = { readonly font: string; readonly size: number; readonly labelColour: string; readonly ruled: boolean };

const FACT: RowLook = { font: REGULAR, size: 10, labelColour: MUTED, ruled: false };
const LINE: RowLook = { font: REGULAR, size: 10, labelColour: INK, ruled: true };
const TOTAL: RowLook = { font: BOLD, size: 13, labelColour: INK, ruled: false };

/** A name on the left, a value on the right, on a new page where the present one is full. */
function row(pdf: Pdf, { label, value }: InvoiceDocument['facts'][number], look: RowLook): void {
  const wide = 0.62 * widthOf(pdf);
  const narrow = widthOf(pdf) - wide - GAP;
  columns(pdf, look.ruled ? [wide, narrow] : [narrow, wide], [label, value], look);
}

/** A line of the bill; with a balance, that stands in a column of its own. */
function line(pdf: Pdf, { label, value, balance }: InvoiceDocument['lines'][number], look: RowLook): void {
  const sum = 0.24 * widthOf(pdf);
  const widths = [widthOf(pdf) - 2 * (sum + GAP), sum, sum];
  if (balance === undefined) row(pdf, { label, value }, look);
  else columns(pdf, widths, [label, value, balance], look);
}

/** Texts beside each other, the first on the left of its column and the others on the right of theirs. */
function columns(pdf: Pdf, widths: readonly number[], texts: readonly string[], look: RowLook): void {
  pdf.font(look.font).fontSize(look.size);
  const height = Math.max(...texts.map((text, index) => pdf.heightOfString(text, { width: widths[index] ?? 0 })));
  if (pdf.y + height + 14 > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  let left = MARGIN;
  texts.forEach((text, index) => {
    const width = widths[index] ?? 0;
    pdf.fillColor(index === 0 ? look.labelColour : INK);
    pdf.text(text, left, top, { width, align: index === 0 ? 'left' : 'right' });
    left += width + GAP;
  });
  if (look.ruled) rule(pdf, top + height + 6);
  pdf.x = MARGIN;
  pdf.y = top + height + (look.ruled ? 13 : 6);
}

/** The brand's mark on its 30 × 22 grid, its name, and on the right the status of the document. */
function brandLine(pdf: Pdf, document: InvoiceDocument): void {
  const { path, dot } = document.logo;
  pdf.save().translate(MARGIN, MARGIN).scale(0.8);
  pdf.path(path).lineWidth(3).lineCap('round').strokeColor(document.colour).stroke();
  if (dot) pdf.circle(dot.x, dot.y, dot.radius).fillColor(document.colour).fill();
  pdf.restore();
  pdf
    .font(BOLD)
    .fontSize(13)
    .fillColor(INK)
    .text(document.brandName, MARGIN + 34, MARGIN + 2);
  if (document.stamp) {
    const width = pdf.fontSize(11).widthOfString(document.stamp) + 18;
    const left = pdf.page.width - MARGIN - width;
    pdf
      .roundedRect(left, MARGIN - 1, width, 21, 4)
      .lineWidth(1)
      .strokeColor(document.colour)
      .stroke();
    pdf.fillColor(document.colour).text(document.stamp, left, MARGIN + 3, { width, align: 'center' });
  }
  rule(pdf, MARGIN + 34);
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

function draw(document: InvoiceDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const info = { Title: `${document.title} ${document.number}`, Author: document.brandName };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, lang: 'en-NG', displayTitle: true, info });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  head(pdf, document);
  parties(pdf, document);
  for (const fact of document.facts) row(pdf, fact, FACT);
  bill(pdf, document);
  pdf.moveDown(1).font(REGULAR).fontSize(10).fillColor(INK);
  for (const note of document.notes) pdf.text(note, { width: widthOf(pdf) });
  pdf.end();
  return promise;
}

parentPort?.on('message', ({ id, document }: PrintOrder) => {
  const answer = (outcome: PrintOutcome) => parentPort?.postMessage(outcome);
  // A document that cannot be rendered throws in between as well.
  Promise.resolve(document)
    .then(printable)
    .then(draw)
    .then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
});
