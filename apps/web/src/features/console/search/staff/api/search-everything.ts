import { searchEverything } from '@portal/contract/console/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';

const PAGE_SIZE = 6;
export const SHORTEST_SEARCH = 2;

/**
 * Everything that the search finds, by kind; nothing is asked for less than two characters, and for staff who may not. The
 * previous answer stays until the next one arrives.
 */
export function useSearchEverything(search: string) {
  const may = useMay();
  return useQuery({
    queryKey: [searchEverything.path, search],
    queryFn: () => callEndpoint(searchEverything, { query: { search, limit: PAGE_SIZE } }),
    enabled: search.length >= SHORTEST_SEARCH && may(searchEverything),
    placeholderData: keepPreviousData,
  });
}
