import { listStaffIncidents, type StaffIncident } from '@portal/contract/network/staff-incidents';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/**
 * Incidents and maintenance of one phase, the latest beginning first, fifty at a time. Asked again
 * whenever the list is looked at: colleagues write too.
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
