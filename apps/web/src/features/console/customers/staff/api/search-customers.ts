import { type CustomerFilter, searchCustomers } from '@portal/contract/console/customers';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const PAGE_SIZE = 20;

/**
 * The customers that match the search, or without one the newest accounts that fit the filter, twenty
 * at a time. The previous answer stays until the next one arrives.
 */
export function useCustomers(search: string, filter: CustomerFilter = {}) {
  return useInfiniteQuery({
    queryKey: [searchCustomers.path, search, filter],
    queryFn: ({ pageParam }) =>
      callEndpoint(searchCustomers, {
        onHeaders: noteDataAge(searchCustomers.path),
        query: {
          limit: PAGE_SIZE,
          ...(search && { search }),
          ...filter,
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
