import { toast } from '../ui/toast.ts';
import { alsoLoad, isLanguageCode, type LanguageCode, type LoadWords, loadTranslator } from './languages.ts';
import { type Translate, translator } from './translate.ts';

const STORAGE_KEY = 'language';

type Chosen = { readonly code: LanguageCode; readonly translate: Translate };

const ENGLISH: Chosen = { code: 'en', translate: translator({}) };
let chosen: Chosen = ENGLISH;
const listeners = new Set<() => void>();

/** Changes the language of the page and remembers it on this device. Where its words cannot be fetched the page keeps its language and says so. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    const next = await fetchLanguage(code);
    remember(code);
    speak(next);
  } catch {
    sayNotChanged();
  }
}

/** Brings back the language that was chosen on this device, if any. Where its words cannot be fetched the page says so, and tries again with the connection. */
export async function restoreLanguage(): Promise<void> {
  const code = languageChosenHere();
  if (code === null || code === chosen.code) return;
  try {
    const next = await fetchLanguage(code);
    if (languageChosenHere() === code) speak(next);
  } catch {
    sayNotChanged();
    window.addEventListener('online', () => void restoreLanguage(), { once: true });
  }
}

/** Words that only some pages have, in the language of the page. Resolves once they are there, or cannot be. */
export async function alsoSpeak(load: LoadWords): Promise<void> {
  alsoLoad(load);
  const code = languageChosenHere();
  const next = code && (await fetchLanguage(code).catch(() => null));
  if (next && languageChosenHere() === code) speak(next);
}

/** What was chosen on this device, be it English; null for nothing. The page may still speak another, for want of the words. */
export function languageChosenHere(): LanguageCode | null {
  const code = remembered();
  return isLanguageCode(code) ? code : null;
}

async function fetchLanguage(code: LanguageCode): Promise<Chosen> {
  return code === 'en' ? ENGLISH : { code, translate: await loadTranslator(code) };
}

function speak(next: Chosen): void {
  chosen = next;
  document.documentElement.lang = next.code;
  for (const listener of listeners) listener();
}

function sayNotChanged(): void {
  toast({
    title: 'Language not changed',
    description: 'Its words could not be fetched. Check your connection and try again.',
    variant: 'destructive',
  });
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
