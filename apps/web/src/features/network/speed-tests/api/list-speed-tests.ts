import { listSpeedTests } from '@portal/contract/network/speed-tests';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Specification section 9: the speed history uses the latest 7 tests. */
const PAGE_SIZE = 7;

/**
 * The customer's speed tests, newest first, seven at a time. Refetched each time a screen opens:
 * other devices test too.
 */
export function useSpeedTests() {
  return useInfiniteQuery({
    queryKey: [listSpeedTests.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listSpeedTests, { query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

/** Refetches the tests, because one was saved. */
export function refreshSpeedTests(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [listSpeedTests.path] });
}
