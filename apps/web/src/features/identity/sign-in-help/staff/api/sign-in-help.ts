import { readTimeline } from '@portal/contract/console/customer-notes';
import { listIdentityApprovals } from '@portal/contract/identity/identity-approvals';
import {
  getSignInHelp,
  liftSignInThrottle,
  removeSecondFactor,
  sendPasswordLink,
} from '@portal/contract/identity/sign-in-help';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A customer tries while staff are on the line. */
const REFETCH_MS = 10_000;

/** Why a customer cannot sign in. */
export function useSignInHelp(id: number) {
  return useQuery({
    queryKey: [getSignInHelp.path, id],
    queryFn: () => callEndpoint(getSignInHelp, { params: { id } }),
    refetchInterval: REFETCH_MS,
    refetchOnMount: 'always',
  });
}

/** What a remedy changes is read again, whatever came of it. */
const refetch = (client: QueryClient) =>
  Promise.all(
    [getSignInHelp, listIdentityApprovals, readTimeline].map(({ path }) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  );

export function useSendPasswordLink(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof sendPasswordLink.body>) =>
      callEndpoint(sendPasswordLink, { params: { id }, body }),
    onSettled: () => refetch(client),
  });
}

export function useLiftThrottle(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: z.output<typeof liftSignInThrottle.query>) =>
      callEndpoint(liftSignInThrottle, { params: { id }, query }),
    onSettled: () => refetch(client),
  });
}

export function useRemoveSecondFactor(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof removeSecondFactor.body>) =>
      callEndpoint(removeSecondFactor, { params: { id }, body }),
    onSettled: () => refetch(client),
  });
}
