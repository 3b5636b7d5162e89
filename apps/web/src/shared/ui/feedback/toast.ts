const SHOWN_FOR_MS = 5000;
/** Specification section 1: how long a dismissed toast stays before it is removed. */
const REMOVED_AFTER_MS = 1_000_000;

export type ToastRequest = {
  title: string;
  description?: string;
  variant?: 'success' | 'destructive';
};

export type Toast = ToastRequest & { id: number; open: boolean };

let current: Toast | null = null;
let lastId = 0;
let hideTimer: ReturnType<typeof setTimeout> | undefined;
let removeTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: Toast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message for 5 seconds in place of the one before: at most one is on screen (specification
 * section 1).
 */
export function toast(request: ToastRequest): void {
  clearTimeout(removeTimer);
  lastId += 1;
  show({ ...request, id: lastId, open: true });
  resumeToast();
}

/** Takes the toast off the screen. */
export function dismissToast(): void {
  if (!current?.open) return;
  clearTimeout(hideTimer);
  show({ ...current, open: false });
  removeTimer = setTimeout(() => show(null), REMOVED_AFTER_MS);
}

/** Stops the countdown while somebody reads or holds the toast. */
export function pauseToast(): void {
  clearTimeout(hideTimer);
}

/** Starts the countdown again from the beginning. */
export function resumeToast(): void {
  clearTimeout(hideTimer);
  hideTimer = setTimeout(dismissToast, SHOWN_FOR_MS);
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): Toast | null {
  return current;
}
