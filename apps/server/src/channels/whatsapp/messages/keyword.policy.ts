/** Words by which somebody stops and resumes our notices, in the languages that we write. */
const WORDS = {
  stop: ['stop', 'unsubscribe', 'dúró', 'duro', 'tsaya', 'dakata', 'daina', 'kwụsị', 'kwusi'],
  start: ['start', 'subscribe', 'bẹ̀rẹ̀', 'bere', 'fara', 'bido', 'malite'],
} as const;

export type Keyword = keyof typeof WORDS;

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[.!?\s]+$/u, '')
    .trim()
    .toLowerCase();

/** The word that is all of a message; null where it says more, or something else. */
export function keywordOf(text: string): Keyword | null {
  const word = fold(text);
  for (const keyword of ['stop', 'start'] as const) {
    if (WORDS[keyword].some((each) => fold(each) === word)) return keyword;
  }
  return null;
}
