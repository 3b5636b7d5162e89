const STORAGE_KEY = 'push-of';

/** The user whose notices this browser shows while the portal is closed; null without one. */
export function pushOwner(): number | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === null ? null : Number(stored);
  } catch {
    return null;
  }
}

export function savePushOwner(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, String(userId));
  } catch {
    // refused: it counts as switched off
  }
}
