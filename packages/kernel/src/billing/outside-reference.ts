/** Dashes of every length, as telephones and word processors put them. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Spaces of every width, what is not seen, and the apostrophe that spreadsheets put before text. */
const LEFT_OUT = /\s|\p{Cf}|['’‘]/gu;

/**
 * One spelling of the number of a slip, a transfer or a document of others, by which it is used once:
 * "pos 00–123", "'POS00-123" and "POS 00-123" are one. Empty where nothing is left.
 */
export function outsideReferenceKey(written: string): string {
  return written.normalize('NFKC').replace(DASHES, '-').replace(LEFT_OUT, '').toUpperCase();
}
