import { listTickets } from '@portal/contract/support/tickets';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

const PAGE_SIZE = 10;

/**
 * The customer's tickets, last changed first, ten at a time. Refetched each time a screen opens:
 * staff may have answered one.
 */
export function useTickets() {
  return useInfiniteQuery({
    queryKey: [listTickets.path],
    queryFn: ({ client, pageParam }) =>
      callForRole(client, 'technical', listTickets, {
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}
