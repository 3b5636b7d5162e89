import { listStaffIncidents } from '@portal/contract/staff-network';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/** Incidents and maintenance that are resolved, or are not, the latest beginning first, fifty at a time. Asked again whenever the list is looked at: colleagues write too. */
export function useStaffIncidents(resolved: 'yes' | 'no') {
  return useInfiniteQuery({
    queryKey: [listStaffIncidents.path, resolved],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffIncidents, {
        query: { resolved, limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
