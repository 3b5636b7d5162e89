let answered = false;
const listeners = new Set<() => void>();

/** Says that the server has just answered something. */
export function serverAnswered(): void {
  if (answered) return;
  answered = true;
  for (const listener of listeners) listener();
}

/**
 * False on the page that the service worker cached for a missing answer, until the first answer
 * arrives.
 */
export function isServerReachable(): boolean {
  return answered || document.documentElement.dataset.offline === undefined;
}

/** Calls `listener` when the server has answered after all. Returns how to stop. */
export function onServerAnswered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
