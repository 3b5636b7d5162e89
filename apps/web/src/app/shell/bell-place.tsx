import { type ComponentType, useSyncExternalStore } from 'react';

let bell: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Hangs up a customer's bell, whose code arrives after the page; null takes it down. */
export function hangBell(next: ComponentType | null): void {
  bell = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the bell hangs: the room is there before it, so that nothing moves. */
export function BellPlace() {
  const Bell = useSyncExternalStore(
    subscribe,
    () => bell,
    () => null,
  );
  return <div className="size-11">{Bell && <Bell />}</div>;
}
