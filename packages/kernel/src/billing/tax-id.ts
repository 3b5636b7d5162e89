/**
 * Whether a text can be a TIN: 8 and 4 digits with a hyphen, the 10 digits of the Joint Tax Board, the 13
 * of the Tax ID of 2026, and whatever the authority gives next: it takes 5 to 20 letters, digits and
 * hyphens.
 */
export function isTaxId(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{3,18})[A-Za-z0-9]$/.test(text);
}
