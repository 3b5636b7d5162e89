import { useCallback, useSyncExternalStore } from 'react';
import type { TextKind } from './kept-desk.ts';
import { useDesk } from './staff-desk.tsx';

/** What the agent is writing in a chat; each chat keeps its own, over a reload too. */
export function useWriting(kind: TextKind, chatId: string): [string, (text: string) => void] {
  const { kept } = useDesk();
  const text = useSyncExternalStore(
    kept.subscribe,
    useCallback(() => kept.text(kind, chatId), [kept, kind, chatId]),
  );
  const keep = useCallback((next: string) => kept.keepText(kind, chatId, next), [kept, kind, chatId]);
  return [text, keep];
}
