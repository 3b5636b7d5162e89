import { useCallback, useSyncExternalStore } from 'react';

/** How long "is typing" is valid (contract, chat). */
const LASTS_MS = 4000;

const until = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Notes that the customer of a chat writes at this moment, or has stopped. */
export function recordTyping(chatId: string, isTyping: boolean): void {
  clearTimeout(until.get(chatId));
  if (isTyping) {
    until.set(
      chatId,
      setTimeout(() => recordTyping(chatId, false), LASTS_MS),
    );
  } else {
    until.delete(chatId);
  }
  for (const listener of listeners) listener();
}

/** Whether the customer of a chat writes at this moment. */
export function useTyping(chatId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => until.has(chatId), [chatId]),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
