import { type ToastRequest, toast } from './toast.ts';

const STORAGE_KEY = 'toast';

/** Stores a toast for the page after a reload. */
export function saveToastForReload(request: ToastRequest): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(request));
  } catch {
    // storage refused: the reload itself shows that it happened
  }
}

/** Shows the toast that the page before stored, if any. */
export function showSavedToast(): void {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    if (stored) toast(JSON.parse(stored) as ToastRequest);
  } catch {
    // storage refused: nothing was stored
  }
}
