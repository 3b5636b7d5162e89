import type { CurrentUser } from '@portal/contract/identity/accounts';
import { setLastUpdated } from './last-updated.ts';

/** API answers of one user by path, each with the time at which it arrived, in milliseconds. */
export type PersistedQueries = {
  readonly user: CurrentUser;
  /** The line that they are about; null for the first one. */
  readonly line?: number | null;
  /** When they were known to be signed in, in milliseconds. */
  readonly seenAt: number;
  readonly answers: Readonly<Record<string, { readonly data: unknown; readonly at: number }>>;
};

const STORAGE_KEY = 'last-seen';

/** The persisted queries of this device, or null. */
export function readPersistedQueries(): PersistedQueries | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as PersistedQueries | null;
  } catch {
    return null;
  }
}

let isLeaving = false;

/** Replaces the persisted queries. Does nothing when the browser refuses storage. */
export function persistQueries(saved: PersistedQueries): void {
  if (isLeaving) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
  } catch {
    // refused or full: there is nothing to read without a connection then
  }
}

/** Removes the persisted queries from this device. */
export function clearPersistedQueries(): void {
  setLastUpdated(null);
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: nothing was stored
  }
}

/**
 * The same for a page that is about to be replaced: what still arrives in it is not persisted, since
 * it belongs to another account than the next page's.
 */
export function clearPersistedQueriesAndLeave(): void {
  isLeaving = true;
  clearPersistedQueries();
}

/**
 * Calls `listener` when another window clears the persisted queries. Returns the unsubscribe
 * function.
 */
export function onClearedElsewhere(listener: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === STORAGE_KEY && event.newValue === null) listener();
  }
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
