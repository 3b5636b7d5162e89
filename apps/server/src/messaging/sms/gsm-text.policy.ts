/** GSM 03.38: what fits in seven bits; the second set takes two places. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENDED = new Set('^{}\\[~]|€\f');

/** What is written in another way on a phone that knows the GSM alphabet alone. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '₦': 'N',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
};

/** How many places a letter takes; null for one outside the GSM alphabet. */
export function gsmPlaces(letter: string): 1 | 2 | null {
  if (GSM.has(letter)) return 1;
  return GSM_EXTENDED.has(letter) ? 2 : null;
}

/** The places that a text takes in the GSM alphabet; null where a letter of it is not there. */
export function gsmLength(text: string): number | null {
  let length = 0;
  for (const letter of text) {
    const places = gsmPlaces(letter);
    if (places === null) return null;
    length += places;
  }
  return length;
}

function gsmLetter(letter: string): string {
  if (gsmPlaces(letter) !== null) return letter;
  const replaced = REPLACEMENTS[letter];
  if (replaced !== undefined) return replaced;
  const [base = ''] = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  if (gsmPlaces(base) !== null) return base;
  return /\p{L}|\p{N}/u.test(letter) ? '?' : '';
}

/**
 * A text in the letters that every phone shows: the dots and tone marks that the GSM alphabet lacks are
 * left out (Yorùbá ẹ ọ ṣ, Igbo ị ụ ṅ), Hausa ɓ ɗ ƙ are b d k, ₦ is N; signs such as emoji are left out
 * and letters of other scripts are "?".
 */
export function gsmText(text: string): string {
  return [...text.normalize('NFC')].map(gsmLetter).join('');
}

/** A GSM text of at most so many places: a longer one ends earlier, with a full stop. */
export function cutGsm(text: string, places: number): string {
  let used = 0;
  let kept = '';
  for (const letter of text) {
    used += gsmPlaces(letter) ?? 1;
    if (used > places) return `${[...kept].slice(0, -1).join('').trimEnd()}.`;
    kept += letter;
  }
  return kept;
}
