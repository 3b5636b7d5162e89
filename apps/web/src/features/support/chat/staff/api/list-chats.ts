import { listStaffChats, type StaffChat } from '@portal/contract/support/staff-chat';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { chatKeys } from '../chat-cache.ts';

/** More open chats than this are counted, not listed: an agent takes them from the top. */
export const OPEN_CHATS_LISTED = 100;
const CLOSED_PAGE = 20;

/**
 * A page of active chats may lack older ones: one's own are fetched separately, so that none is
 * missing.
 */
export async function fetchOpenChats(): Promise<StaffChat[]> {
  const wishes = [{ status: 'waiting' }, { status: 'active' }, { status: 'active', mine: 'true' }] as const;
  const pages = await Promise.all(
    wishes.map((wish) => callEndpoint(listStaffChats, { query: { ...wish, limit: OPEN_CHATS_LISTED } })),
  );
  return [...new Map(pages.flat().map((chat) => [chat.id, chat])).values()];
}

/**
 * The queue, the latest active chats and all of one's own. Kept up to date by the agent's live
 * connection, and refetched whenever the window comes to the front.
 */
export function useOpenChats({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: chatKeys.open,
    queryFn: fetchOpenChats,
    refetchOnWindowFocus: 'always',
    enabled,
  });
}

/** Ended chats, the latest first, a page at a time. */
export function useClosedChats() {
  return useInfiniteQuery({
    queryKey: chatKeys.closed,
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffChats, {
        query: { status: 'closed', limit: CLOSED_PAGE, ...(pageParam !== null && { before: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < CLOSED_PAGE ? undefined : page.at(-1)?.id),
  });
}
