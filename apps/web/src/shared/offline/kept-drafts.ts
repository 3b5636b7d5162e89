import type { ZodMiniType } from 'zod/mini';
import { now } from '../format/clock.ts';

const PREFIX = 'draft:';
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

type Kept = { readonly value: unknown; readonly at: number };

/**
 * What somebody has begun to write and not sent, kept on this device for 7 days; null when there is nothing. `key` has the person's id in it, so that
 * nobody sees another's. What does not have the shape of `schema` (any more) is nothing.
 */
export function readDraft<Draft>(key: string, schema: ZodMiniType<Draft>): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Kept | null;
    if (!kept || now().getTime() - kept.at > KEPT_FOR_MS) return null;
    return schema.safeParse(kept.value).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps it in place of what was kept before. A browser that refuses storage keeps nothing. */
export function keepDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ value, at: now().getTime() } satisfies Kept));
  } catch {
    // refused or full: the text is then only on the page
  }
}

/** For what has been sent. */
export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // refused: nothing was kept
  }
}

/** The keys of what is kept that begin so. */
export function draftKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Leaves no draft of anybody on this device: somebody has signed out. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // refused: nothing was kept
  }
}
