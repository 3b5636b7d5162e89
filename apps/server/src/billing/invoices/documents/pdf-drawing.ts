import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';
import type { InvoiceDocument } from './invoice-document.ts';

export const REGULAR = fileURLToPath(new URL('./fonts/overpass-regular.ttf', import.meta.url));
export const BOLD = fileURLToPath(new URL('./fonts/overpass-bold.ttf', import.meta.url));

export const MARGIN = 56;
/** Between two columns. */
export const GAP = 12;
export const INK = '#16201b';
export const MUTED = '#56605b';
const RULE = '#d8dcda';

export type Pdf = InstanceType<typeof PDFDocument>;

export function widthOf(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN;
}

export function rule(pdf: Pdf, at: number): void {
  pdf
    .moveTo(MARGIN, at)
    .lineTo(MARGIN + widthOf(pdf), at)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

export type RowLook = {
  readonly font: string;
  readonly size: number;
  readonly labelColour: string;
  readonly ruled: boolean;
};

export const FACT: RowLook = { font: REGULAR, size: 10, labelColour: MUTED, ruled: false };
export const LINE: RowLook = { font: REGULAR, size: 10, labelColour: INK, ruled: true };
export const TOTAL: RowLook = { font: BOLD, size: 13, labelColour: INK, ruled: false };

type Fact = InvoiceDocument['facts'][number];

/** A name on the left, a value on the right, on a new page where the present one is full. */
export function row(pdf: Pdf, { label, value }: Fact, look: RowLook): void {
  const wide = 0.62 * widthOf(pdf);
  const narrow = widthOf(pdf) - wide - GAP;
  columns(pdf, look.ruled ? [wide, narrow] : [narrow, wide], [label, value], look);
}

/** Texts beside each other, the first on the left of its column and the others on the right of theirs. */
export function columns(pdf: Pdf, widths: readonly number[], texts: readonly string[], look: RowLook): void {
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

/** What stands above every document. */
type Branded = {
  readonly brandName: string;
  readonly colour: string;
  readonly logo: InvoiceDocument['logo'];
  readonly stamp: string | null;
};

/** The brand's mark on its 30 × 22 grid, its name, and on the right the status of the document. */
export function brandLine(pdf: Pdf, document: Branded): void {
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
