import { getTrialBalance } from '@portal/contract/billing/ledger';
import { countStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import {
  type closeGatewayDiscrepancy,
  listGatewayReconciliations,
  type recordExternalRefund,
} from '@portal/contract/billing/reconciliation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

/** Our ledger compared with each gateway's own list. */
export function useGatewayReconciliations() {
  return useQuery({
    queryKey: [listGatewayReconciliations.path],
    queryFn: () => callEndpoint(listGatewayReconciliations),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Closes a discrepancy with the agent's finding, or books its partial refund; the list is also
 * refetched after a refusal, since a colleague was faster.
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
    queryFn: () => callEndpoint(getTrialBalance, { onHeaders: noteDataAge(getTrialBalance.path) }),
    refetchOnMount: 'always',
  });
}
