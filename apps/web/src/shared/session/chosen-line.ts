const STORAGE_KEY = 'line';

let chosen: number | null = null;
try {
  chosen = Number(localStorage[STORAGE_KEY]) || null;
} catch {
  // refused: the first line is shown
}

/**
 * The line of the account that this page is about; null for the first one. It is read once: another
 * choice opens the page anew, so that no figure of one line is shown as another's.
 */
export const chosenLine = (): number | null => chosen;

/** Keeps the choice on this device for the pages that are opened from now on; null ends it. */
export function storeChosenLine(line: number | null): void {
  if (line === null) chosen = null;
  try {
    localStorage[STORAGE_KEY] = line ?? '';
  } catch {
    // refused: the first line is shown
  }
}
