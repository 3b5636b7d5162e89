const PAYLOAD = /^\d{10}$/;
/** The last two are check digits. */
const FORM = /^\d{12}$/;

const FRAGMENT = '#voucher=';

/** What follows the address of the payment page in a QR code: no server gets what follows a `#`. */
export function voucherFragment(code: string): string {
  return FRAGMENT + code;
}

/** Remainder of a number by 97, digit by digit: a number of twelve digits and more is exact so. */
const remainder = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/**
 * The PIN with these ten digits: two check digits follow, by ISO 7064 MOD 97-10, which finds every single
 * wrong digit and every two neighbours that were swapped. Throws RangeError for anything but ten digits.
 */
export function voucherPinOf(payload: string): string {
  if (!PAYLOAD.test(payload)) throw new RangeError('a PIN is made of ten digits');
  return payload + String(98 - remainder(`${payload}00`)).padStart(2, '0');
}

/** Whether a code has the form of a PIN and its check digits are right. */
export function isVoucherPin(code: string): boolean {
  return FORM.test(code) && remainder(code) === 1;
}

/**
 * A code as somebody typed, pasted or scanned it: without blanks, dashes and dots, in capitals, digits of
 * other scripts and wide ones as plain digits. A scanned address (`voucherFragment`) counts as its code.
 */
export function typedVoucherCode(text: string): string {
  const at = text.lastIndexOf(FRAGMENT);
  const code = at < 0 ? text : text.slice(at + FRAGMENT.length);
  return code
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** A PIN in groups of four, as it is printed and read aloud. */
export function groupedVoucherPin(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

/** The number of a voucher, printed beside its PIN: that of its batch and its own, as in 0007-00042. */
export function voucherSerial(batch: number, index: number): string {
  return `${String(batch).padStart(4, '0')}-${String(index).padStart(5, '0')}`;
}

/** Batch and index of a serial number as somebody types it; null for anything else. */
export function typedVoucherSerial(text: string): { readonly batch: number; readonly index: number } | null {
  const match = /^\s*0*(\d{1,9})\s*[-–—./ ]\s*0*(\d{1,5})\s*$/u.exec(text);
  if (!match) return null;
  const [batch, index] = [Number(match[1]), Number(match[2])];
  return batch > 0 && index > 0 && batch <= 2_147_483_647 ? { batch, index } : null;
}
