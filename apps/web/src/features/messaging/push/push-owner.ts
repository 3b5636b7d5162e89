const STORAGE_KEY = 'push-of';

/** Whose notices this browser shows while the portal is closed; null for nobody's. */
export function pushOwner(): number | null {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return kept === null ? null : Number(kept);
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
