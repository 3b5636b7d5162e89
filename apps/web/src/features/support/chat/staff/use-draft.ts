import { useCallback, useSyncExternalStore } from 'react';
import { useAgentConnection } from './agent-connection.tsx';
import type { TextKind } from './agent-storage.ts';

/** The agent's draft in a chat; each chat has its own, over a reload too. */
export function useDraft(kind: TextKind, chatId: string): [string, (text: string) => void] {
  const { storage } = useAgentConnection();
  const text = useSyncExternalStore(
    storage.subscribe,
    useCallback(() => storage.text(kind, chatId), [storage, kind, chatId]),
  );
  const keep = useCallback((next: string) => storage.saveText(kind, chatId, next), [storage, kind, chatId]);
  return [text, keep];
}
