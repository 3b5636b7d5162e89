import { listNotices, type NoticeView } from '@portal/contract/messaging/notices';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 15;

/** Pages of notices, as they are cached. */
export type NoticePages = InfiniteData<NoticeView[], number>;

export const noticesQuery = infiniteQueryOptions({
  queryKey: [listNotices.path],
  queryFn: ({ pageParam }) =>
    callEndpoint(listNotices, { query: { limit: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) } }),
  initialPageParam: 0,
  getNextPageParam: (page: NoticeView[]) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
});

/** The notices, newest first. */
export function useNotices() {
  return useInfiniteQuery({ ...noticesQuery, select: (all) => all.pages.flat() });
}
