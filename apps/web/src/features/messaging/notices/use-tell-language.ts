import { saveLanguage } from '@portal/contract/messaging/notices';
import { useEffect } from 'react';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { languageChosenHere } from '../../../shared/i18n/chosen-language.ts';
import { useLanguage } from '../../../shared/i18n/use-text.ts';

const STORAGE_KEY = 'language-told';

function told(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function noteTold(what: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, what);
  } catch {
    // refused: it is told again
  }
}

/**
 * Tells the server which language mail and texts are to be in, once for each choice that is made on this device. Where none was made nothing is told: another
 * device may know better. What does not arrive is told with the next page.
 */
export function useTellLanguage(userId: number): void {
  useLanguage();
  // What was chosen, even where the page speaks English for want of the words.
  const chosen = languageChosenHere();
  useEffect(() => {
    const what = `${userId}:${chosen}`;
    if (chosen === null || told() === what) return;
    callEndpoint(saveLanguage, { body: { language: chosen } }).then(
      () => noteTold(what),
      () => undefined,
    );
  }, [userId, chosen]);
}
