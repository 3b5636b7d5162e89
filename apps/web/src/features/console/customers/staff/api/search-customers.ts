import { searchCustomers } from '@portal/contract/console/customers';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const PAGE_SIZE = 20;

/**
 * The customers that match the search, or the newest accounts without one (of those with the
 * tag, if one is given), twenty at a time. The
 * previous answer stays until the next one arrives.
 */
export function useCustomers(search: string, tag = '') {
  return useInfiniteQuery({
    queryKey: [searchCustomers.path, search, tag],
    queryFn: ({ pageParam }) =>
      callEndpoint(searchCustomers, {
        onHeaders: noteDataAge(searchCustomers.path),
        query: {
          limit: PAGE_SIZE,
          ...(search && { search }),
          ...(tag && { tag }),
          ...(pageParam > 0 && { before: pageParam }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
