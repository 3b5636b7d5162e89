/**
 * What a spreadsheet treats as the beginning of a formula: its sign, in some languages also the
 * full-width one, and both behind characters that a spreadsheet trims (OWASP, CSV Injection).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula is prefixed with an
 * apostrophe, so that it stays text (threats S3); a negative amount is no formula.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = FORMULA.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
    return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
