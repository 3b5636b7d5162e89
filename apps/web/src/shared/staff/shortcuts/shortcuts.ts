import { useEffect, useRef, useSyncExternalStore } from 'react';

export type Shortcut = {
  /** One character without Ctrl, Alt or Command, as it is typed: "p", "/", "?". */
  readonly key: string;
  /** What it does, as the list of shortcuts names it. */
  readonly label: string;
  readonly run: () => void;
};

const STORAGE_KEY = 'console-shortcuts';

let registered: readonly { readonly current: readonly Shortcut[] }[] = [];
let on = true;
const listeners = new Set<() => void>();

try {
  on = localStorage.getItem(STORAGE_KEY) !== 'off';
} catch {
  // A browser that keeps nothing has the shortcuts on.
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Offers single keys while the component is shown; of two that use the same key the later one has it. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    registered = [...registered, latest];
    return () => {
      registered = registered.filter((entry) => entry !== latest);
    };
  }, []);
}

/** What the keys do now, each key once. */
export function currentShortcuts(): readonly Shortcut[] {
  const byKey = new Map(registered.flatMap(({ current }) => current).map((shortcut) => [shortcut.key, shortcut]));
  return [...byKey.values()];
}

/** Whether single keys do anything on this device. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => on,
    () => true,
  );
}

/**
 * Single keys must be able to be switched off: a person who speaks to the computer would press them
 * by chance (WCAG 2.1.4).
 */
export function setShortcutsOn(wanted: boolean): void {
  on = wanted;
  try {
    localStorage.setItem(STORAGE_KEY, wanted ? 'on' : 'off');
  } catch {
    // It holds for this page alone.
  }
  for (const listener of listeners) listener();
}

const TYPED_INTO = 'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable], [role=option]';

/**
 * Runs the shortcut of a pressed key. None while somebody types, above a dialog, or with a key held
 * that makes it another command.
 */
export function runShortcut(event: KeyboardEvent): void {
  if (!on || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
  if (document.querySelector('dialog[open]')) return;
  const shortcut = currentShortcuts().find(({ key }) => key === event.key.toLowerCase());
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}
