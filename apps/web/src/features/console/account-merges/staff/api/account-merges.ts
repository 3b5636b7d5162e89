import {
  dismissMergeSuggestion,
  endAccountMerge,
  listAccountMerges,
  listMergeSuggestions,
  mergeAccounts,
} from '@portal/contract/console/account-merges';
import { getCustomer } from '@portal/contract/console/customers';
import { listIdentityApprovals } from '@portal/contract/identity/identity-approvals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

export type MergePair = { readonly from: number; readonly into: number };

/** A second person or the customer at another screen may have decided. */
const REFETCH_MS = 15_000;

/** The merges of a customer; read again while one waits. */
export function useAccountMerges(customerId: number) {
  return useQuery({
    queryKey: [listAccountMerges.path, customerId],
    queryFn: () => callEndpoint(listAccountMerges, { params: { id: customerId } }),
    refetchInterval: ({ state }) => (state.data?.some((merge) => merge.state === 'waiting') ? REFETCH_MS : false),
    refetchOnMount: 'always',
  });
}

export function useMergeSuggestions(customerId: number) {
  return useQuery({
    queryKey: [listMergeSuggestions.path, customerId],
    queryFn: () => callEndpoint(listMergeSuggestions, { params: { id: customerId } }),
    refetchOnMount: 'always',
  });
}

/** What would become of everything; never from memory. */
export function useMergePreview(pair: MergePair) {
  return useQuery({
    queryKey: [mergeAccounts.path, pair],
    queryFn: async () => (await callEndpoint(mergeAccounts, { body: { ...pair, dryRun: true } })).preview,
    gcTime: 0,
    retry: false,
  });
}

function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listAccountMerges.path, listMergeSuggestions.path, listIdentityApprovals.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
}

export function useMergeAccounts(pair: MergePair) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (reasons: { identifiedBy: string; reason: string }) =>
      callEndpoint(mergeAccounts, { body: { ...pair, ...reasons, dryRun: false } }),
    onSettled: readAgain,
  });
}

/** Everything about both customers is read again, first which lines are whose: a line that left has no page here. */
export function useEndMerge(id: string) {
  const client = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (query: { reason: string }) => callEndpoint(endAccountMerge, { params: { id }, query }),
    onSuccess: async () => {
      await client.invalidateQueries({ refetchType: 'none' });
      await client.resetQueries({ queryKey: [getCustomer.path] });
    },
    onError: readAgain,
  });
}

export function useDismissSuggestion(customerId: number) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (other: number) =>
      callEndpoint(dismissMergeSuggestion, { params: { id: customerId }, body: { other } }),
    onSettled: readAgain,
  });
}
