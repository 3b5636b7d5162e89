import { useSyncExternalStore } from 'react';

function neverChanges() {
  return () => undefined;
}

/**
 * False in the prerendered page and while React takes it over, then true. For what depends on the
 * address or the device.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
