import { type ComponentType, useSyncExternalStore } from 'react';

let bell: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Shows the customer's notice bell, whose code loads after the page; null removes it. */
export function setBell(next: ComponentType | null): void {
  bell = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The slot of the notice bell. Its space is reserved, so that the layout does not shift. */
export function BellSlot() {
  const Bell = useSyncExternalStore(
    subscribe,
    () => bell,
    () => null,
  );
  return <div className="size-11">{Bell && <Bell />}</div>;
}
