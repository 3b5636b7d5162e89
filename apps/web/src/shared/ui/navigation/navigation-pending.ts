let pending = false;
const listeners = new Set<() => void>();

function change(now: boolean) {
  if (pending === now) return;
  pending = now;
  for (const listener of listeners) listener();
}

/** A link was followed; the page it leads to may still have to be fetched. */
export function navigationStarted(): void {
  change(true);
}

/** The page is there, or could not be fetched. */
export function navigationEnded(): void {
  change(false);
}

export function subscribeToNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isNavigationPending(): boolean {
  return pending;
}
