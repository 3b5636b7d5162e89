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

/** Adds these translations to a language. */
export function alsoLoad(load: LoadDictionary): void {
  loadMore = load;
}

/**
 * Loads the translations of a language other than English, whose texts are in the pages themselves.
 */
export async function loadTranslator(code: Translated): Promise<Translate> {
  const [dictionary, { makeTranslator }] = await Promise.all([loadDictionary(code), import('./make-translator.ts')]);
  // The preferred language of a text may remain English; the page itself is used all the same.
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
