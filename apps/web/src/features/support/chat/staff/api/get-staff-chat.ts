import { getStaffChat, type StaffChat } from '@portal/contract/support/staff-chat';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { chatKeys, putChat } from '../chat-cache.ts';

/** One chat with its staff notes. */
export function useStaffChat(id: string) {
  return useQuery({
    queryKey: chatKeys.chat(id),
    queryFn: () => callEndpoint(getStaffChat, { params: { id } }),
  });
}

/** Fetches the present state of a chat and shows it everywhere; null where that failed. */
export async function refreshChat(queries: QueryClient, id: string): Promise<StaffChat | null> {
  try {
    const { chat } = await callEndpoint(getStaffChat, { params: { id } });
    putChat(queries, chat);
    return chat;
  } catch {
    // The next connection refreshes everything.
    return null;
  }
}
