import { listStaffTickets } from '@portal/contract/support/staff-tickets';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { queryOf, type TicketChoice } from '../ticket-view.ts';

const PAGE_SIZE = 50;

/**
 * The filtered tickets, fifty at a time. Refetched each time the list opens or its window comes to
 * the front: colleagues work on them too.
 */
export function useStaffTickets(choice: TicketChoice) {
  return useInfiniteQuery({
    queryKey: [listStaffTickets.path, choice],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffTickets, {
        query: { ...queryOf(choice), limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
