import { useCallback, useSyncExternalStore } from 'react';

function assumeNot(): boolean {
  return false;
}

/** Whether the window is as the media query says; false in a prerendered page. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, assumeNot);
}
