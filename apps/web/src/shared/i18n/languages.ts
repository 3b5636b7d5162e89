import { type Dictionary, type Translate, translator } from './translate.ts';

export type LanguageCode = 'en' | 'yo' | 'ha' | 'ig';

export type Language = { readonly code: LanguageCode; readonly name: string; readonly nativeName: string };

export const languages: readonly Language[] = [
  { code: 'en', name: 'English', nativeName: 'English' },
  { code: 'yo', name: 'Yoruba', nativeName: 'Yorùbá' },
  { code: 'ha', name: 'Hausa', nativeName: 'Hausa' },
  { code: 'ig', name: 'Igbo', nativeName: 'Igbo' },
];

export function isLanguageCode(code: string | null): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

/** Fetches what translates into a language other than English, which is written in the pages themselves. */
export async function loadTranslator(code: Exclude<LanguageCode, 'en'>): Promise<Translate> {
  const [dictionary, sent] = await Promise.all([loadDictionary(code), import('./sent-by-server.json')]);
  return translator(dictionary, sent.default);
}

async function loadDictionary(code: Exclude<LanguageCode, 'en'>): Promise<Dictionary> {
  switch (code) {
    case 'yo':
      return (await import('./yo.json')).default;
    case 'ha':
      return (await import('./ha.json')).default;
    case 'ig':
      return (await import('./ig.json')).default;
  }
}
