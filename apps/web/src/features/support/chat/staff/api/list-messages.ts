import type { ChatMessage } from '@portal/contract/support/chat';
import { listStaffChatMessages } from '@portal/contract/support/staff-chat';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { addMessages, emptyHistory, lastSeqOf, type MessageHistory } from '../../message-history.ts';
import { chatKeys } from '../chat-cache.ts';

const PAGE = 1000;
/** A colleague's conversation has no live updates for others. */
const WATCHED_EVERY_MS = 10_000;

/**
 * The conversation from its beginning. A refetch loads what may have changed and merges it with
 * messages that arrived in the meantime.
 */
export function useMessages(id: string, { watched }: { readonly watched: boolean }) {
  const queries = useQueryClient();
  const known = () => queries.getQueryData<MessageHistory>(chatKeys.messages(id)) ?? emptyHistory;
  return useQuery({
    queryKey: chatKeys.messages(id),
    queryFn: async () => {
      const fetched = await fetchAfter(id, staleAfter(known()));
      return addMessages(known(), fetched);
    },
    refetchInterval: watched ? WATCHED_EVERY_MS : false,
  });
}

/** After which seq something may be missing or have got another tick meanwhile. */
export function staleAfter(history: MessageHistory): number {
  const unread = history.messages.find(({ sender, status }) => sender === 'agent' && status !== 'read');
  return unread ? unread.seq - 1 : lastSeqOf(history);
}

async function fetchAfter(id: string, start: number): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  for (let after = start; ; ) {
    const page = await callEndpoint(listStaffChatMessages, { params: { id }, query: { after, limit: PAGE } });
    messages.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return messages;
    after = last.seq;
  }
}
