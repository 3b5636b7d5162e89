import type { Dictionary } from './translate.ts';

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

/** Fetches the texts of a language other than English, which is written in the pages themselves. */
export async function loadDictionary(code: Exclude<LanguageCode, 'en'>): Promise<Dictionary> {
  switch (code) {
    case 'yo':
      return (await import('./yo.json')).default;
    case 'ha':
      return (await import('./ha.json')).default;
    case 'ig':
      return (await import('./ig.json')).default;
  }
}
