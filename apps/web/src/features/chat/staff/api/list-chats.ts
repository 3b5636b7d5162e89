import { listStaffChats } from '@portal/contract/staff-chat';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { chatKeys } from '../chat-cache.ts';

/** More open chats than this are counted, not listed: an agent takes them from the top. */
export const OPEN_CHATS_LISTED = 100;
const CLOSED_PAGE = 20;

/** The queue and all active chats. Kept up to date by the desk's live connection, and asked for again whenever the window comes to the front. */
export function useOpenChats() {
  return useQuery({
    queryKey: chatKeys.open,
    queryFn: async () => {
      const pages = (['waiting', 'active'] as const).map((status) =>
        callEndpoint(listStaffChats, { query: { status, limit: OPEN_CHATS_LISTED } }),
      );
      return (await Promise.all(pages)).flat();
    },
    refetchOnWindowFocus: 'always',
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
