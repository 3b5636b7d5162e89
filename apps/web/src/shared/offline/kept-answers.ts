import type { CurrentUser } from '@portal/contract/identity/accounts';
import { setKnownAsOf } from './as-of.ts';

/** What a person saw last: answers of the API by address, each with the moment it came, in milliseconds. */
export type KeptAnswers = {
  readonly user: CurrentUser;
  /** When they were known to be signed in, in milliseconds. */
  readonly seenAt: number;
  readonly answers: Readonly<Record<string, { readonly data: unknown; readonly at: number }>>;
};

const STORAGE_KEY = 'last-seen';

/** What is kept on this device, or null. */
export function readKeptAnswers(): KeptAnswers | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as KeptAnswers | null;
  } catch {
    return null;
  }
}

/** Keeps it in place of what was kept before. A browser that refuses storage keeps nothing. */
export function keepAnswers(kept: KeptAnswers): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // refused or full: there is nothing to read without a connection then
  }
}

/** Leaves nothing of the person on this device. */
export function forgetKeptAnswers(): void {
  setKnownAsOf(null);
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: nothing was kept
  }
}

/** Calls `listener` when another window of this browser has left nothing of the person. Returns how to stop. */
export function onForgottenElsewhere(listener: () => void): () => void {
  function heard(event: StorageEvent) {
    if (event.key === STORAGE_KEY && event.newValue === null) listener();
  }
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
