import { countStaffPayments, listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';
import { type PaymentFilter, queryOf } from '../payment-filter.ts';

const PAGE_SIZE = 50;

/** The filtered payments, newest first, fifty at a time; refetched whenever they are shown. */
export function useStaffPayments(choice: PaymentFilter) {
  return useInfiniteQuery({
    queryKey: [listStaffPayments.path, choice],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffPayments, {
        onHeaders: noteDataAge(listStaffPayments.path),
        query: { ...queryOf(choice), limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.reference),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** How many payments wait for a person. */
export function usePaymentCounts() {
  return useQuery({
    queryKey: [countStaffPayments.path],
    queryFn: () => callEndpoint(countStaffPayments),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
