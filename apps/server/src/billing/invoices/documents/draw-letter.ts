import type { LetterDocument } from './letter-document.ts';
import { BOLD, brandLine, INK, LINE, MARGIN, MUTED, type Pdf, REGULAR, row, widthOf } from './pdf-drawing.ts';

/** A letter on one sheet: who writes, the heading, what is confirmed, and how to check it. */
export function drawLetter(pdf: Pdf, document: LetterDocument): void {
  const width = widthOf(pdf);
  const paragraph = (text: string, size = 11) => {
    pdf.font(REGULAR).fontSize(size).fillColor(INK).text(text, MARGIN, pdf.y, { width, lineGap: 3 });
    pdf.y += 8;
  };
  brandLine(pdf, document);
  const top = MARGIN + 56;
  document.seller.forEach((text, place) => {
    pdf
      .font(place === 0 ? BOLD : REGULAR)
      .fontSize(10)
      .fillColor(place === 0 ? INK : MUTED)
      .text(text, MARGIN, place === 0 ? top : pdf.y, { width: width / 2 });
  });
  const bottom = pdf.y;
  pdf.font(REGULAR).fontSize(10).fillColor(MUTED);
  pdf.text(document.date, MARGIN + width / 2, top, { width: width / 2, align: 'right' });
  pdf.text(document.number, { width: width / 2, align: 'right' });
  pdf.y = Math.max(bottom, pdf.y) + 36;
  pdf.font(BOLD).fontSize(26).fillColor(INK).text(document.title, MARGIN, pdf.y, { width });
  pdf.y += 14;
  paragraph(document.salutation, 12);
  for (const text of document.opening) paragraph(text);
  pdf.y += 8;
  for (const fact of document.facts) row(pdf, fact, { ...LINE, labelColour: MUTED, size: 11 });
  pdf.y += 16;
  for (const text of document.closing) paragraph(text, 10);
}
