const listeners = new Set<() => void>();

/** Calls `listener` whenever the server says that nobody is signed in. Returns how to stop. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everybody that the session has ended. */
export function announceSessionEnded(): void {
  for (const listener of listeners) listener();
}
