import { useSyncExternalStore } from 'react';

/** Whether somebody can see this tab: it is neither behind another nor minimised. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, isInFront);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isInFront(): boolean {
  return document.visibilityState === 'visible';
}
