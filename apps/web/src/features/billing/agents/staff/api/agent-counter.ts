import {
  findAgentCustomer,
  getAgentCounter,
  getOwnAgentStatement,
  redeemVoucherAtAgent,
  sellAtAgent,
} from '@portal/contract/billing/staff-agents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** What the agent who is signed in owes and may sell, and their latest sales. */
export function useAgentCounter() {
  return useQuery({
    queryKey: [getAgentCounter.path],
    queryFn: () => callEndpoint(getAgentCounter),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The last thirty days of the agent who is signed in. */
export function useOwnStatement() {
  return useQuery({
    queryKey: [getAgentCounter.path, 'statement'],
    queryFn: () => callEndpoint(getOwnAgentStatement, { query: {} }),
    refetchOnMount: 'always',
  });
}

export function useFindAgentCustomer() {
  return useMutation({ mutationFn: (customer: string) => callEndpoint(findAgentCustomer, { body: { customer } }) });
}

/** Takes cash; what the agent owes is refetched. */
export function useSellAtAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof sellAtAgent.body>) => callEndpoint(sellAtAgent, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getAgentCounter.path] }),
  });
}

export function useRedeemAtAgent() {
  return useMutation({
    mutationFn: (body: z.output<typeof redeemVoucherAtAgent.body>) => callEndpoint(redeemVoucherAtAgent, { body }),
  });
}
