import { type InvoiceDocument, registrationSentence } from './invoice-document.ts';
import { BOLD, INK, MARGIN, MUTED, type Pdf, REGULAR, rule, widthOf } from './pdf-drawing.ts';
import { QUIET_MODULES, qrCodeOf } from './qr-code.ts';

/** Half a millimetre, in points. */
const MODULE = 1.417;

/** What the rule above is away from the code and from the sentence. */
const ABOVE = 16;

/** Below what is drawn so far, with a rule above; on a new page where `height` is more than the rest of this one. */
function place(pdf: Pdf, height: number): void {
  pdf.y += 14;
  if (pdf.y + ABOVE + height > pdf.page.height - MARGIN) pdf.addPage();
  else rule(pdf, pdf.y);
  pdf.y += ABOVE;
}

/** At the end of a document: the code, and beside it when and under which number it was registered. */
export function drawRegistration(pdf: Pdf, document: InvoiceDocument): void {
  const { registration } = document;
  const sentence = registrationSentence(document);
  if (sentence === null || registration === undefined) return;
  if (registration === 'waiting') {
    place(pdf, 14);
    pdf
      .font(REGULAR)
      .fontSize(10)
      .fillColor(MUTED)
      .text(sentence, MARGIN, pdf.y, { width: widthOf(pdf) });
    return;
  }
  // A provider that makes no code for us leaves the number alone.
  const code = registration.qrText === null ? null : qrCodeOf(registration.qrText);
  const size = (code?.modules ?? 0) * MODULE;
  place(pdf, Math.max(size, 48));
  const top = pdf.y;
  if (code) pdf.save().translate(MARGIN, top).scale(MODULE).path(code.path).fillColor('#000').fill().restore();
  const left = code ? MARGIN + size + (QUIET_MODULES + 8) * MODULE : MARGIN;
  const beside = { width: pdf.page.width - MARGIN - left };
  pdf.font(BOLD).fontSize(11).fillColor(INK).text(sentence, left, top, beside);
  pdf
    .font(REGULAR)
    .fontSize(9)
    .fillColor(MUTED)
    .text('Invoice reference number (IRN)', left, pdf.y + 8, beside);
  pdf
    .fontSize(10)
    .fillColor(INK)
    .text(registration.irn, left, pdf.y + 2, beside);
  pdf.x = MARGIN;
  pdf.y = Math.max(pdf.y, top + size);
}
