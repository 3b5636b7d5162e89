/** What measures a text: `widthOfString` at the present font, in points. */
type Measure = { fontSize(points: number): { widthOfString(text: string): number } };

/** The size in points at which a text of one line is at most `width` wide: `largest`, or smaller. */
export function sizeThatFits(pdf: Measure, text: string, width: number, largest: number): number {
  return Math.min(largest, (largest * width) / pdf.fontSize(largest).widthOfString(text));
}
