import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { PrintOrder, PrintOutcome } from './create-invoice-printer.ts';
import type { InvoiceDocument } from './invoice-document.ts';

const REGULAR = fileURLToPath(new URL('./fonts/overpass-regular.ttf', import.meta.url));
const BOLD = fileURLToPath(new URL('./fonts/overpass-bold.ttf', import.meta.url));

const MARGIN = 56;
const INK = '#16201b';
const MUTED = '#56605b';
const RULE = '#d8dcda';

type Pdf = InstanceType<typeof PDFDocument>;

function widthOf(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

function row(pdf: Pdf, { label, value }: InvoiceDocument['facts'][number], font: string): void {
  const width = widthOf(pdf);
  const half = width / 2 - 8;
  pdf.font(font).fontSize(10);
  const height = Math.max(pdf.heightOfString(label, { width: half }), pdf.heightOfString(value, { width: half }));
  if (pdf.y + height + 12 > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  pdf.fillColor(INK).text(label, MARGIN, top, { width: half });
  pdf.text(value, MARGIN + width / 2 + 8, top, { width: half, align: 'right' });
  const bottom = top + height + 5;
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + width, bottom)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  pdf.x = MARGIN;
  pdf.y = bottom + 6;
}

function head(pdf: Pdf, document: InvoiceDocument): void {
  pdf.font(BOLD).fontSize(14).fillColor(document.colour).text(document.brandName, MARGIN, MARGIN);
  pdf.moveDown(1).fontSize(22).fillColor(INK).text(`${document.title} ${document.number}`);
  if (document.stamp) pdf.fontSize(12).fillColor(document.colour).text(document.stamp);
  pdf.moveDown(1);
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
        .text(line, left, pdf.y, { width: half });
    });
    return pdf.y;
  });
  pdf.x = MARGIN;
  pdf.y = Math.max(...ends) + 18;
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
  for (const fact of document.facts) row(pdf, fact, REGULAR);
  pdf.moveDown(1);
  for (const line of document.lines) row(pdf, line, REGULAR);
  pdf.moveDown(1);
  document.totals.forEach((total, index) => {
    row(pdf, total, index === document.totals.length - 1 ? BOLD : REGULAR);
  });
  pdf.moveDown(1).font(REGULAR).fontSize(10).fillColor(INK);
  for (const note of document.notes) pdf.text(note, { width: widthOf(pdf) });
  pdf.end();
  return promise;
}

parentPort?.on('message', ({ id, document }: PrintOrder) => {
  const answer = (outcome: PrintOutcome) => parentPort?.postMessage(outcome);
  // A document that cannot be drawn throws in between as well.
  Promise.resolve(document)
    .then(draw)
    .then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
});
