import { readTimeline } from '@portal/contract/console/customer-notes';
import { getCustomer } from '@portal/contract/console/customers';
import { decideIdentityApproval, listIdentityApprovals } from '@portal/contract/identity/identity-approvals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A second person at another screen sees it this soon. */
const REFETCH_MS = 10_000;

/** What waits for a second member of staff: of one customer, or of all. */
export function useWaitingApprovals(customer: number | undefined) {
  const query = { state: 'waiting' as const, ...(customer !== undefined && { customer }) };
  return useQuery({
    queryKey: [listIdentityApprovals.path, query],
    queryFn: () => callEndpoint(listIdentityApprovals, { query }),
    refetchInterval: REFETCH_MS,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The customer and what happened to them are read again, whatever came of it. */
export function useDecideApproval(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof decideIdentityApproval.body>) =>
      callEndpoint(decideIdentityApproval, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [listIdentityApprovals.path, getCustomer.path, readTimeline.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
