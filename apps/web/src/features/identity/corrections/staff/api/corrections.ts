import { readTimeline } from '@portal/contract/console/customer-notes';
import { correctCustomer, getCorrection, getCustomer } from '@portal/contract/console/customers';
import { listContactChanges, withdrawContactChange } from '@portal/contract/identity/corrections';
import { listIdentificationWays } from '@portal/contract/identity/identification';
import { listIdentityApprovals } from '@portal/contract/identity/identity-approvals';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A customer may open the link while staff are on the line. */
const REFETCH_MS = 10_000;

/** How staff may know who a customer is. */
export function useIdentificationWays() {
  return useQuery({
    queryKey: [listIdentificationWays.path],
    queryFn: () => callEndpoint(listIdentificationWays),
  });
}

/** What may be corrected, as it is now. */
export function useCorrection(id: number) {
  return useQuery({
    queryKey: [getCorrection.path, id],
    queryFn: () => callEndpoint(getCorrection, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** New mailboxes and numbers that wait for their links. */
export function useContactChanges(id: number) {
  return useQuery({
    queryKey: [listContactChanges.path, id],
    queryFn: () => callEndpoint(listContactChanges, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.length ? REFETCH_MS : false),
    refetchOnMount: 'always',
  });
}

/** The customer, what waits and what happened to them are read again, whatever came of a call. */
const refetch = (client: QueryClient) =>
  Promise.all(
    [getCorrection, listContactChanges, listIdentityApprovals, getCustomer, readTimeline].map(({ path }) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  );

export function useCorrectCustomer(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof correctCustomer.body>) =>
      callEndpoint(correctCustomer, { params: { id }, body }),
    onSettled: () => refetch(client),
  });
}

export function useWithdrawContactChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(withdrawContactChange, { params: { id } }),
    onSettled: () => refetch(client),
  });
}
