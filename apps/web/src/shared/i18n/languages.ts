import type { Text } from './text.en.ts';

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

/** Fetches the strings of a language other than English, which is always there. */
export async function loadText(code: Exclude<LanguageCode, 'en'>): Promise<Text> {
  switch (code) {
    case 'yo':
      return (await import('./text.yo.ts')).text;
    case 'ha':
      return (await import('./text.ha.ts')).text;
    case 'ig':
      return (await import('./text.ig.ts')).text;
  }
}
