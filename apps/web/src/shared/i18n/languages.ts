import type { Dictionary, Translate } from './translate.ts';

export type LanguageCode = 'en' | 'yo' | 'ha' | 'ig';

export type Language = { readonly code: LanguageCode; readonly name: string; readonly nativeName: string };

export const languages: readonly Language[] = [
  { code: 'en', name: 'English', nativeName: 'English' },
  { code: 'yo', name: 'Yoruba', nativeName: 'Yorùbá' },
  { code: 'ha', name: 'Hausa', nativeName: 'Hausa' },
  { code: 'ig', name: 'Igbo', nativeName: 'Igbo' },
];

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

type Translated = Exclude<LanguageCode, 'en'>;
export type LoadDictionary = (code: Translated) => Promise<Dictionary>;

let loadMore: LoadDictionary = async () => ({});

/** From now on a language comes with these words too. */
export function alsoLoad(load: LoadDictionary): void {
  loadMore = load;
}

/**
 * Fetches what translates into a language other than English, which is written in the pages
 * themselves.
 */
export async function loadTranslator(code: Translated): Promise<Translate> {
  const [dictionary, { makeTranslator }] = await Promise.all([loadDictionary(code), import('./make-translator.ts')]);
  // What a page is to be read in may stay English; the page itself is used all the same.
  const more = await loadMore(code).catch(() => ({}));
  return makeTranslator({ ...dictionary, ...more });
}

async function loadDictionary(code: Translated): Promise<Dictionary> {
  switch (code) {
    case 'yo':
      return (await import('./yo.json')).default;
    case 'ha':
      return (await import('./ha.json')).default;
    case 'ig':
      return (await import('./ig.json')).default;
  }
}
