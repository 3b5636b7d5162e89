import { useSyncExternalStore } from 'react';
import { chosenLanguage, prerenderedLanguage, subscribeToLanguage } from './chosen-language.ts';
import type { LanguageCode } from './languages.ts';
import type { Text } from './text.en.ts';

/** The strings of the chosen language. */
export function useText(): Text {
  return useSyncExternalStore(subscribeToLanguage, chosenLanguage, prerenderedLanguage).text;
}

export function useLanguage(): LanguageCode {
  return useSyncExternalStore(subscribeToLanguage, chosenLanguage, prerenderedLanguage).code;
}
