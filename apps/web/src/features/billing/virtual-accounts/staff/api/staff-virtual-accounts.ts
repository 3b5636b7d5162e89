import {
  closeVirtualAccounts,
  getVirtualAccountOverview,
  listCustomerVirtualAccounts,
  replaceBank,
  requestForCustomer,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** While a bank opens a number. */
const POLL_MS = 15_000;

/** Providers and banks of account numbers. */
export function useVirtualAccountOverview() {
  return useQuery({
    queryKey: [getVirtualAccountOverview.path],
    queryFn: () => callEndpoint(getVirtualAccountOverview),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Replaces every number at a bank; the figures are refetched whatever the outcome. */
export function useReplaceBank() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof replaceBank.body>) => callEndpoint(replaceBank, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getVirtualAccountOverview.path] }),
  });
}

/** The account numbers of a customer, former ones as well. */
export function useCustomerVirtualAccounts(id: number) {
  return useQuery({
    queryKey: [listCustomerVirtualAccounts.path, id],
    queryFn: () => callEndpoint(listCustomerVirtualAccounts, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'being-prepared') ? POLL_MS : false),
  });
}

function useCustomerChange<Body, Answer>(mutationFn: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [listCustomerVirtualAccounts.path] }),
  });
}

/** Asks for a customer's numbers. */
export function useRequestForCustomer(id: number) {
  return useCustomerChange(() => callEndpoint(requestForCustomer, { params: { id }, body: {} }));
}

/** Closes a customer's numbers. */
export function useCloseVirtualAccounts(id: number) {
  return useCustomerChange((body: z.output<typeof closeVirtualAccounts.body>) =>
    callEndpoint(closeVirtualAccounts, { params: { id }, body }),
  );
}
