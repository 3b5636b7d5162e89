import { useCallback, useSyncExternalStore } from 'react';
import { useAgentConnection } from './agent-connection.tsx';
import type { TextKind } from './agent-storage.ts';

/** What the agent is writing in a chat; each chat keeps its own, over a reload too. */
export function useDraft(kind: TextKind, chatId: string): [string, (text: string) => void] {
  const { kept } = useAgentConnection();
  const text = useSyncExternalStore(
    kept.subscribe,
    useCallback(() => kept.text(kind, chatId), [kept, kind, chatId]),
  );
  const keep = useCallback((next: string) => kept.keepText(kind, chatId, next), [kept, kind, chatId]);
  return [text, keep];
}
