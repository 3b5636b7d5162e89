import type { StaffChat } from '@portal/contract/support/staff-chat';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { lastSeqOf, type MessageHistory } from '../message-history.ts';
import { useAgentConnection } from './agent-connection.tsx';
import { changeChat } from './chat-cache.ts';
import { isMine } from './inbox-list.ts';

/**
 * Sends the read receipt to the customer: while the end of one's own chat is in view in a visible
 * window.
 */
export function useReadReceipt(chat: StaffChat, history: MessageHistory, endSeen: boolean): void {
  const queries = useQueryClient();
  const { userId, state, send } = useAgentConnection();
  const isLookedAt = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const sent = useRef(0);
  const seq = lastSeqOf(history);
  const { id, unread } = chat;
  const reads = isMine(chat, userId) && endSeen && isLookedAt && state === 'online' && seq > 0;
  useEffect(() => {
    if (!reads || (sent.current >= seq && unread === 0)) return;
    if (!send({ type: 'read', sessionId: id, seq })) return;
    sent.current = seq;
    changeChat(queries, id, (known) => ({ ...known, unread: 0 }));
  }, [reads, seq, unread, id, send, queries]);
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
