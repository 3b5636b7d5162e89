import type { PayCardDocument } from './pay-card-document.ts';
import { BOLD, INK, MUTED, type Pdf, REGULAR } from './pdf-drawing.ts';
import { qrCodeOf } from './qr-code.ts';

/** A6 lying, in points: it fits a fridge and a wallet's window. */
export const CARD_SIZE: [number, number] = [419.53, 297.64];
const EDGE = 24;
const CODE_SIZE = 124;
/** More than the four modules that readers need. */
const GAP = 26;

function head(pdf: Pdf, { logo, colour, brandName }: PayCardDocument): void {
  pdf.save().translate(EDGE, EDGE).scale(0.8);
  pdf.path(logo.path).lineWidth(3).lineCap('round').strokeColor(colour).stroke();
  if (logo.dot) pdf.circle(logo.dot.x, logo.dot.y, logo.dot.radius).fillColor(colour).fill();
  pdf.restore();
  pdf
    .font(BOLD)
    .fontSize(13)
    .fillColor(INK)
    .text(brandName, EDGE + 34, EDGE + 2, { lineBreak: false });
}

/** The code, with the white edge that readers need on its right and below. */
function code(pdf: Pdf, { url }: PayCardDocument, top: number): void {
  const { modules, path } = qrCodeOf(url);
  pdf
    .save()
    .translate(EDGE, top)
    .scale(CODE_SIZE / modules)
    .path(path)
    .fillColor('#000')
    .fill()
    .restore();
}

/** A label, and below it what somebody dials or types, as large as all of them fit. */
function facts(pdf: Pdf, document: PayCardDocument, top: number): void {
  const left = EDGE + CODE_SIZE + GAP;
  const width = pdf.page.width - EDGE - left;
  const room = pdf.page.height - EDGE - 18 - top;
  const each = Math.min(44, room / document.facts.length);
  document.facts.forEach(({ label, value }, index) => {
    const at = top + index * each;
    const size = Math.min(18, each - 14);
    pdf.font(REGULAR).fontSize(8.5).fillColor(MUTED).text(label, left, at, { width, lineBreak: false, ellipsis: true });
    pdf.font(BOLD).fontSize(size);
    const fits = Math.min(1, width / pdf.widthOfString(value));
    pdf
      .fontSize(size * fits)
      .fillColor(INK)
      .text(value, left, at + 11, { lineBreak: false });
  });
}

/** A card on one sheet: the provider, the code, and every number with which somebody pays. */
export function drawPayCard(pdf: Pdf, document: PayCardDocument): void {
  const width = pdf.page.width - 2 * EDGE;
  head(pdf, document);
  pdf
    .font(BOLD)
    .fontSize(19)
    .fillColor(INK)
    .text(document.title, EDGE, EDGE + 32, { width });
  const top = pdf.y + 12;
  code(pdf, document, top);
  facts(pdf, document, top);
  pdf
    .font(REGULAR)
    .fontSize(8)
    .fillColor(MUTED)
    .text(document.footer, EDGE, pdf.page.height - EDGE - 10, { width, lineBreak: false, ellipsis: true });
}
