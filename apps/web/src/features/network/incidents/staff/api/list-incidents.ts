import { listStaffIncidents, type StaffIncident } from '@portal/contract/network/staff-incidents';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/**
 * Incidents and maintenance of one phase, the latest start first, fifty at a time. Refetched
 * whenever the list is shown: colleagues write too.
 */
export function useStaffIncidents(phase: StaffIncident['phase']) {
  return useInfiniteQuery({
    queryKey: [listStaffIncidents.path, phase],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffIncidents, {
        query: { phase, limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
