import {
  acceptEInvoice,
  listEInvoices,
  retryEInvoice,
  retryEInvoices,
  testEInvoicing,
} from '@portal/contract/billing/e-invoices';
import { getOverview } from '@portal/contract/console/overview';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import type { EInvoiceFilter } from '../e-invoice-filter.ts';

/** While something waits, it is sent within seconds. */
const WAITING_REFRESH_MS = 5000;
const REFRESH_MS = 15_000;

/** Documents for the tax authority, newest first, fifty at a time, and what stands in the queue. */
export function useEInvoices({ state, search }: EInvoiceFilter) {
  return useInfiniteQuery({
    queryKey: [listEInvoices.path, state, search],
    queryFn: ({ pageParam }) =>
      callEndpoint(listEInvoices, {
        query: { ...(state && { state }), ...(search && { search }), ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages: [first, ...more] }) =>
      first && { ...first, documents: [...first.documents, ...more.flatMap(({ documents }) => documents)] },
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.waiting ? WAITING_REFRESH_MS : REFRESH_MS),
  });
}

function useRefetch() {
  const client = useQueryClient();
  return () =>
    Promise.all([listEInvoices.path, getOverview.path].map((path) => client.invalidateQueries({ queryKey: [path] })));
}

/** Sends the one with the id again, or with null all that are not registered. */
export function useRetryEInvoice() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? callEndpoint(retryEInvoices) : callEndpoint(retryEInvoice, { params: { id } }),
    onSettled: refetch,
  });
}

/** Says that what the authority has under a number is our document. */
export function useAcceptEInvoice() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(acceptEInvoice, { params: { id } }),
    onSettled: refetch,
  });
}

/** Tries the provider’s address and keys. */
export function useTestEInvoicing() {
  return useMutation({ mutationFn: () => callEndpoint(testEInvoicing) });
}
