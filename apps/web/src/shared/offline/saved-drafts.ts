import type { ZodMiniType } from 'zod/mini';
import { now } from '../format/clock.ts';

const PREFIX = 'draft:';
const MAX_AGE_MS = 7 * 24 * 3_600_000;

type Saved = { readonly value: unknown; readonly at: number };

/**
 * The saved draft under `key`, or null when there is none, it is older than 7 days or it does not
 * match `schema`. `key` contains the user's id, so that nobody sees another user's draft.
 */
export function readDraft<Draft>(key: string, schema: ZodMiniType<Draft>): Draft | null {
  try {
    const saved = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Saved | null;
    if (!saved || now().getTime() - saved.at > MAX_AGE_MS) return null;
    return schema.safeParse(saved.value).data ?? null;
  } catch {
    return null;
  }
}

/** Saves a draft, replacing the one before. Does nothing when the browser refuses storage. */
export function saveDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ value, at: now().getTime() } satisfies Saved));
  } catch {
    // refused or full: the text is then only on the page
  }
}

/** Deletes a draft that has been sent. */
export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // refused: nothing was stored
  }
}

/** The keys of the saved drafts that start with `beginning`. */
export function draftKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Deletes every saved draft on this device, on logout. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // refused: nothing was stored
  }
}
