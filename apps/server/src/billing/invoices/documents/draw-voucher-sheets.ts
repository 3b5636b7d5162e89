import { BOLD, INK, MUTED, type Pdf, REGULAR } from './pdf-drawing.ts';
import { QUIET_MODULES, qrCodeOf } from './qr-code.ts';
import type { VoucherCard, VoucherSheets } from './voucher-paper.ts';

const EDGE = 22;
const COLUMNS = 3;
const ROWS = 7;
/** Of a QR code with its quiet edge, in points: a module is half a millimetre. */
const CODE = 62;
const CUT = '#c9cfcc';

/** A QR code as rectangles, which a PDF takes as they are: much less to write than a path of lines. */
function drawCode(pdf: Pdf, text: string, left: number, top: number): void {
  const { modules, path } = qrCodeOf(text);
  const size = CODE / (modules + 2 * QUIET_MODULES);
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => `${x} ${y} ${run} 1 re`);
  pdf
    .save()
    .translate(left + QUIET_MODULES * size, top + QUIET_MODULES * size)
    .scale(size);
  pdf.addContent(`0 0 0 rg ${rectangles.join(' ')} f`);
  pdf.restore();
}

function drawCard(
  pdf: Pdf,
  sheets: VoucherSheets,
  card: VoucherCard,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): void {
  const { left, top, width, height } = box;
  pdf.rect(left, top, width, height).lineWidth(0.4).dash(2, { space: 2 }).strokeColor(CUT).stroke().undash();
  const inner = { left: left + 8, width: width - 16 };
  const line = (text: string, y: number, font: string, size: number, colour: string, options: object = {}) =>
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(text, inner.left, y, { width: inner.width, lineBreak: false, ...options });
  line(sheets.brandName, top + 8, BOLD, 8.5, INK);
  line(sheets.amount, top + 7, BOLD, 11, INK, { align: 'right' });
  line(card.pin, top + 24, BOLD, 12.5, INK);
  drawCode(pdf, card.qrText, left + width - CODE - 2, top + height - CODE - 2);
  const beside = { width: inner.width - CODE + 4 };
  line(`No. ${card.serial}`, top + 42, REGULAR, 7.5, INK, beside);
  line(`Use until ${sheets.until}`, top + 52, REGULAR, 7, MUTED, beside);
  sheets.ways.forEach((way, place) => {
    line(way, top + 66 + place * 9, REGULAR, 6.5, MUTED, beside);
  });
}

/** The cards of a batch, 21 on a page, with dashed lines to cut along. */
export function drawVoucherSheets(pdf: Pdf, sheets: VoucherSheets): void {
  const width = (pdf.page.width - 2 * EDGE) / COLUMNS;
  const height = (pdf.page.height - 2 * EDGE) / ROWS;
  sheets.cards.forEach((card, place) => {
    const onPage = place % (COLUMNS * ROWS);
    if (place > 0 && onPage === 0) pdf.addPage();
    const box = {
      left: EDGE + (onPage % COLUMNS) * width,
      top: EDGE + Math.floor(onPage / COLUMNS) * height,
      width,
      height,
    };
    drawCard(pdf, sheets, card, box);
  });
}
