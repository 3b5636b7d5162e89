import {
  type closeGatewayDiscrepancy,
  countStaffPayments,
  getTrialBalance,
  listGatewayReconciliations,
  type recordExternalRefund,
} from '@portal/contract/billing/staff-payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** How our ledger stands beside each gateway's own list. */
export function useGatewayReconciliations() {
  return useQuery({
    queryKey: [listGatewayReconciliations.path],
    queryFn: () => callEndpoint(listGatewayReconciliations),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Ends a discrepancy with what was found out about it, or books the part that it tells of; the list
 * is asked for again also after a refusal, since somebody was faster.
 */
export function useCloseDiscrepancy(id: number, how: typeof closeGatewayDiscrepancy | typeof recordExternalRefund) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(how, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [listGatewayReconciliations, countStaffPayments].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}

/** Whether the ledger adds up. */
export function useLedgerStatus() {
  return useQuery({
    queryKey: [getTrialBalance.path],
    queryFn: () => callEndpoint(getTrialBalance),
    refetchOnMount: 'always',
  });
}
