import { useSyncExternalStore } from 'react';
import { isServerReachable, onServerAnswered } from '../../offline/connection.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  const ignoreAnswers = onServerAnswered(listener);
  return () => {
    ignoreAnswers();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function isOnline(): boolean {
  return navigator.onLine && isServerReachable();
}

function assumeOnline(): boolean {
  return true;
}

/**
 * Whether the device says that it has a connection and the server has been reached; true where
 * nothing is known, as in a prerendered page.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, assumeOnline);
}
