import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'chat-open';
const listeners = new Set<() => void>();
let open: boolean | undefined;

/**
 * Whether the chat's panel is open in this window; remembered until the window is closed, except on
 * a phone, where it would hide every page that is loaded.
 */
function isOpen(): boolean {
  open ??= remembered();
  return open;
}

/** Opens or closes the panel. */
export function setPanelOpen(wish: boolean): void {
  open = wish;
  try {
    if (wish) sessionStorage.setItem(STORAGE_KEY, 'yes');
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: it lasts for this page
  }
  for (const listener of listeners) listener();
}

export function usePanelOpen(): boolean {
  return useSyncExternalStore(subscribe, isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remembered(): boolean {
  try {
    return matchMedia('(min-width: 640px)').matches && sessionStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}
