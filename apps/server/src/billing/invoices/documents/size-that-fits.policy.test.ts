import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { sizeThatFits } from './size-that-fits.policy.ts';

it.each(['₦0.00', '₦18,600.00', '₦99,999,999.99', '₦1,280,000,000,011.86', '-₦9,999,999,999,999.99'])(
  'the sum %s at the top of a document is in one line',
  (sum) => {
    const pdf = new PDFDocument().font(fileURLToPath(new URL('fonts/overpass-regular.ttf', import.meta.url)));
    const size = sizeThatFits(pdf, sum, 240, 24);
    const line = pdf.fontSize(size).currentLineHeight(true);
    expect(pdf.heightOfString(sum, { width: 240 })).toBeLessThan(1.5 * line);
    expect(size === 24 || Math.abs(pdf.widthOfString(sum) - 240) < 0.01).toBe(true);
  },
);
