const listeners = new Set<() => void>();

/**
 * Calls `listener` whenever an answer says that the session has ended. Returns the unsubscribe
 * function.
 */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners that the session has ended. */
export function notifySessionEnded(): void {
  for (const listener of listeners) listener();
}
