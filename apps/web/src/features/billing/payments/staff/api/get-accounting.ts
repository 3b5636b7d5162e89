import {
  type bookSentBack,
  type closeGatewayDifference,
  countStaffPayments,
  getBooks,
  listGatewayComparisons,
} from '@portal/contract/billing/staff-payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** How our books stand beside each gateway's own list. */
export function useGatewayReconciliations() {
  return useQuery({
    queryKey: [listGatewayComparisons.path],
    queryFn: () => callEndpoint(listGatewayComparisons),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Ends a difference with what was found out about it, or books the part that it tells of; the list
 * is asked for again also after a refusal, since somebody was faster.
 */
export function useCloseDiscrepancy(id: number, how: typeof closeGatewayDifference | typeof bookSentBack) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(how, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [listGatewayComparisons, countStaffPayments].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

/** Whether the ledger adds up. */
export function useLedgerStatus() {
  return useQuery({
    queryKey: [getBooks.path],
    queryFn: () => callEndpoint(getBooks),
    refetchOnMount: 'always',
  });
}
