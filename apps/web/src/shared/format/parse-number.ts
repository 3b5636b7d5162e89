/**
 * Parses a typed number: '18,600' and '₦18600' are accepted; anything else is NaN, which validation
 * rejects.
 */
export function parseNumber(typed: string): number {
  const figure = typed.replace(/[₦,\s]/g, '');
  return /^\d+(\.\d+)?$/.test(figure) ? Number(figure) : Number.NaN;
}
