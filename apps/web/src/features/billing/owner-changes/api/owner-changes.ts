import {
  acceptLineOffer,
  listOwnerChanges,
  readLineOffer,
  refuseLineOffer,
  stopOwnerChange,
} from '@portal/contract/billing/owner-changes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** What a link is about; '' is no link. */
export function useLineOffer(token: string) {
  return useQuery({
    queryKey: [readLineOffer.path, token],
    queryFn: () => callEndpoint(readLineOffer, { body: { token } }),
    enabled: token !== '',
    refetchOnMount: 'always',
  });
}

/** Takes the lines over into the account that one acts for. */
export function useAcceptLineOffer() {
  return useMutation({ mutationFn: (token: string) => callEndpoint(acceptLineOffer, { body: { token } }) });
}

/** Declines the lines, or stops their change of owner; the offer is read anew. */
export function useRefuseLineOffer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(refuseLineOffer, { body: { token } }),
    onSettled: () => client.invalidateQueries({ queryKey: [readLineOffer.path] }),
  });
}

/** Lines that left the account or came into it, and those that wait to. */
export function useOwnerChanges() {
  return useQuery({ queryKey: [listOwnerChanges.path], queryFn: () => callEndpoint(listOwnerChanges) });
}

/** Stops a change of owner that waits; the list is refetched. */
export function useStopOwnerChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(stopOwnerChange, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listOwnerChanges.path] }),
  });
}
