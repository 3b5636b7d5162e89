import { toast } from '../ui/feedback/toast.ts';
import { alsoLoad, isLanguageCode, type LanguageCode, type LoadDictionary, loadTranslator } from './languages.ts';
import { inEnglish, type Translate } from './translate.ts';

/** The server reads it, so that pages come in the language from their first byte. */
const COOKIE = 'language';
const KEPT_FOR_S = 365 * 24 * 3600;

type Chosen = { readonly code: LanguageCode; readonly translate: Translate };

const ENGLISH: Chosen = { code: 'en', translate: inEnglish };
let chosen: Chosen = ENGLISH;
/** The language in which the page was rendered before any script had run. */
let drawn: Chosen = ENGLISH;
/** The language that is shown once its translations are there. */
let wanted: LanguageCode = 'en';
const listeners = new Set<() => void>();

/**
 * Changes the language of the page and remembers it on this device. Where its translations cannot
 * be loaded the page keeps its language and says so.
 */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    const next = await fetchLanguage(code);
    remember(code);
    speak(next);
  } catch {
    sayNotChanged();
  }
}

/**
 * Restores the language that the page was rendered in, else the one that was chosen on this device,
 * if any. Where its translations cannot be loaded the page says so, and retries with the
 * connection.
 */
export async function restoreLanguage(drawnIn?: string): Promise<void> {
  const stored = languageChosenHere();
  // A year from the last visit, not from the choice.
  if (stored) remember(stored);
  const code = isLanguageCode(drawnIn) ? drawnIn : stored;
  if (code === null || code === chosen.code) return;
  wanted = code;
  try {
    const next = await fetchLanguage(code);
    if (wanted === code) speak(next);
  } catch {
    sayNotChanged();
    window.addEventListener('online', () => void restoreLanguage(), { once: true });
  }
}

/**
 * Lets hydration start with the current language. False where that is not what the page was
 * rendered in, for lack of translations.
 */
export function speaksAsDrawn(): boolean {
  drawn = chosen;
  const { documentElement } = document;
  const same = documentElement.lang === chosen.code;
  documentElement.lang = chosen.code;
  return same;
}

/** For the prerenderer, which has no document: renders in this language from now on. */
export async function drawIn(code: LanguageCode): Promise<Translate> {
  drawn = await fetchLanguage(code);
  return drawn.translate;
}

/**
 * The translations of some pages only, in the language of the page. Resolves once they are there,
 * or have failed.
 */
export async function alsoSpeak(load: LoadDictionary): Promise<void> {
  alsoLoad(load);
  const code = wanted;
  if (code === 'en') return;
  const next = await fetchLanguage(code).catch(() => null);
  if (next && wanted === code) speak(next);
}

/**
 * The language chosen on this device, English included; null for none. The page may still show
 * another, for lack of translations.
 */
export function languageChosenHere(): LanguageCode | null {
  const code = document.cookie.match(`(?:^|; )${cookieName()}=([^;]*)`)?.[1] ?? null;
  return isLanguageCode(code) ? code : null;
}

async function fetchLanguage(code: LanguageCode): Promise<Chosen> {
  return code === 'en' ? ENGLISH : { code, translate: await loadTranslator(code) };
}

function speak(next: Chosen): void {
  chosen = next;
  wanted = next.code;
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

export function drawnLanguage(): Chosen {
  return drawn;
}

const isHttps = (): boolean => location.protocol === 'https:';

/** Over https with a prefix, so that no neighbouring host can set it. */
const cookieName = (): string => (isHttps() ? `__Host-${COOKIE}` : COOKIE);

/** The browser may refuse cookies; the choice then lasts for this visit. */
function remember(code: LanguageCode): void {
  const secure = isHttps() ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: many browsers still have no other way.
  document.cookie = `${cookieName()}=${code}; Path=/; Max-Age=${KEPT_FOR_S}; SameSite=Lax${secure}`;
}
