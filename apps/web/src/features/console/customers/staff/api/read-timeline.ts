import { readTimeline, type TimelineKind } from '@portal/contract/console/customer-notes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 8;

/** What happened to a customer, of one kind or all (null), newest first, a page at a time. */
export function useTimeline(id: number, kind: TimelineKind | null) {
  return useInfiniteQuery({
    queryKey: [readTimeline.path, id, kind],
    queryFn: ({ pageParam }) =>
      callEndpoint(readTimeline, {
        params: { id },
        query: { limit: PAGE_SIZE, ...(kind && { kind }), ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.key),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
