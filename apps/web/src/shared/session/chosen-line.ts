const STORAGE_KEY = 'line';

function readStored(): number | null {
  try {
    return Number(localStorage.getItem(STORAGE_KEY)) || null;
  } catch {
    return null;
  }
}

let chosen = readStored();

/**
 * The line of the account that this page is about; null for the first one. It is read once: another
 * choice opens the page anew, so that no figure of one line is shown as another's.
 */
export function chosenLine(): number | null {
  return chosen;
}

/** Keeps the choice on this device, for the pages that are opened from now on; null ends it. */
export function storeChosenLine(line: number | null): void {
  if (line === null) chosen = null;
  try {
    if (line === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, String(line));
  } catch {
    // refused: the first line is shown
  }
}
