import { gsmPlaces } from './gsm-text.policy.ts';

/** Places in one part: alone, and as one of several, whose header takes some. */
const PLACES = { gsm: { alone: 160, ofSeveral: 153 }, unicode: { alone: 70, ofSeveral: 67 } } as const;

/**
 * In how many parts a text is sent, each of which is paid for. One letter outside the GSM alphabet, such
 * as ẹ, ₦ or ’, makes all of it Unicode, with less than half the places. No letter is cut in two.
 */
export function smsPartsOf(text: string): { readonly parts: number; readonly isUnicode: boolean } {
  const letters = [...text];
  const isUnicode = !letters.every((letter) => gsmPlaces(letter) !== null);
  const { alone, ofSeveral } = isUnicode ? PLACES.unicode : PLACES.gsm;
  const sizes = letters.map((letter) => (isUnicode ? letter.length : (gsmPlaces(letter) ?? 1)));
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return { parts: 1, isUnicode };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > ofSeveral) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return { parts, isUnicode };
}
