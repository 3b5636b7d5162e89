import { getCredit } from '@portal/contract/billing/invoices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

const PAGE_SIZE = 10;

/**
 * The customer's credit: the balance, and its entries, newest first, ten at a time. Refetched each
 * time a screen opens: a reward or a refund may have been added.
 */
export function useCredit() {
  return useInfiniteQuery({
    queryKey: [getCredit.path],
    queryFn: ({ client, pageParam }) =>
      callForRole(client, 'billing', getCredit, {
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ entries }) => (entries.length < PAGE_SIZE ? undefined : entries.at(-1)?.id),
    select: ({ pages }) => ({ balance: pages[0]?.balance ?? 0, entries: pages.flatMap(({ entries }) => entries) }),
    refetchOnMount: 'always',
  });
}
