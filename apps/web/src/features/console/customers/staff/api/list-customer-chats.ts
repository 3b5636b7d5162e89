import { listStaffChats } from '@portal/contract/support/staff-chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 10;

/** The chats of one customer, last changed first, ten at a time. */
export function useCustomerChats(customer: number) {
  return useInfiniteQuery({
    queryKey: [listStaffChats.path, 'customer', customer],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffChats, { query: { customer, limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}
