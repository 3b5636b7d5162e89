import { useSyncExternalStore } from 'react';

function neverChanges() {
  return () => undefined;
}

/**
 * False in the prerendered page and while React hydrates it, then true. For content that depends on
 * the address or the device.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
