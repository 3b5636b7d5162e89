import { saveLanguage } from '@portal/contract/messaging/notices';
import { useEffect } from 'react';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { languageChosenHere } from '../../../shared/i18n/chosen-language.ts';
import { useLanguage } from '../../../shared/i18n/use-text.ts';

const STORAGE_KEY = 'language-saved';

function savedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function rememberSaved(what: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, what);
  } catch {
    // refused: it is saved again
  }
}

/**
 * Saves the language for mail and text messages on the server, once for each choice made on this
 * device. Without a choice nothing is saved: another device may have one. A failure is retried on
 * the next page.
 */
export function useSaveLanguage(userId: number): void {
  useLanguage();
  // The chosen language, even where the page is English because its translations could not be
  // loaded.
  const chosen = languageChosenHere();
  useEffect(() => {
    const what = `${userId}:${chosen}`;
    if (chosen === null || savedLanguage() === what) return;
    callEndpoint(saveLanguage, { body: { language: chosen } }).then(
      () => rememberSaved(what),
      () => undefined,
    );
  }, [userId, chosen]);
}
