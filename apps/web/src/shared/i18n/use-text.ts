import { useSyncExternalStore } from 'react';
import { chosenLanguage, drawnLanguage, subscribeToLanguage } from './chosen-language.ts';
import type { LanguageCode } from './languages.ts';
import type { Translate } from './translate.ts';

/** Texts in the chosen language: `t('View Plans')`, `t('Welcome back, {name}', { name })`. */
export function useText(): Translate {
  return useSyncExternalStore(subscribeToLanguage, chosenLanguage, drawnLanguage).translate;
}

export function useLanguage(): LanguageCode {
  return useSyncExternalStore(subscribeToLanguage, chosenLanguage, drawnLanguage).code;
}
