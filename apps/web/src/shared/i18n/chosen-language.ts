import { isLanguageCode, type LanguageCode, loadTranslator } from './languages.ts';
import { type Translate, translator } from './translate.ts';

const STORAGE_KEY = 'language';

type Chosen = { readonly code: LanguageCode; readonly translate: Translate };

const ENGLISH: Chosen = { code: 'en', translate: translator({}) };
let chosen: Chosen = ENGLISH;
const listeners = new Set<() => void>();

/** Changes the language of the page and remembers it on this device. The page keeps its language until the strings have arrived. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await speak(code);
  remember(code);
}

/** Brings back the language that was chosen on this device, if any. */
export async function restoreLanguage(): Promise<void> {
  const code = remembered();
  if (isLanguageCode(code) && code !== 'en') await speak(code);
}

/** Whether a language was chosen on this device, be it English. */
export function wasLanguageChosenHere(): boolean {
  return remembered() !== null;
}

async function speak(code: LanguageCode): Promise<void> {
  chosen = code === 'en' ? ENGLISH : { code, translate: await loadTranslator(code) };
  document.documentElement.lang = code;
  for (const listener of listeners) listener();
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chosenLanguage(): Chosen {
  return chosen;
}

export function prerenderedLanguage(): Chosen {
  return ENGLISH;
}

/** Storage may be refused by the browser's privacy settings; the choice then lasts for this visit. */
function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // refused: nothing to do
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
