import { listInvoices } from '@portal/contract/billing/invoices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/** As many as are preloaded with the page of an overview. */
const PAGE_SIZE = 10;

/**
 * The customer's invoices, newest first, ten at a time. Refetched each time a screen opens: the
 * next one may be issued, or paid, by now. `signedIn` false fetches nothing.
 */
export function useInvoices(signedIn = true) {
  return useInfiniteQuery({
    queryKey: [listInvoices.path],
    queryFn: ({ client, pageParam }) =>
      callForRole(client, 'billing', listInvoices, {
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.invoiceNumber),
    select: (pages) => pages.pages.flat(),
    enabled: signedIn,
    refetchOnMount: 'always',
  });
}
