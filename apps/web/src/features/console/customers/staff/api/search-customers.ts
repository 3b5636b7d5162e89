import { searchCustomers } from '@portal/contract/console/customers';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const PAGE_SIZE = 20;
const MOST_FOUND = 50;

/**
 * The customers that match the search, fifty at most; without a search the newest accounts, twenty
 * at a time. The previous answer stays until the next one arrives.
 */
export function useCustomers(search: string) {
  return useInfiniteQuery({
    queryKey: [searchCustomers.path, search],
    queryFn: ({ pageParam }) =>
      callEndpoint(searchCustomers, {
        onHeaders: noteDataAge(searchCustomers.path),
        query: search
          ? { search, limit: MOST_FOUND }
          : { limit: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (search || page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
