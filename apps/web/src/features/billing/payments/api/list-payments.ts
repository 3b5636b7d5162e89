import { listPayments } from '@portal/contract/billing/payments/payments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

const PAGE_SIZE = 10;

/**
 * The customer's payments, newest first, ten at a time. Refetched each time a screen opens: a
 * webhook or the poll may have settled one.
 */
export function usePayments() {
  return useInfiniteQuery({
    queryKey: [listPayments.path],
    queryFn: ({ client, pageParam }) =>
      callForRole(client, 'billing', listPayments, {
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.reference),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}
