import { getCredit } from '@portal/contract/billing/invoices';
import {
  checkTransfers,
  getAmountsDue,
  listVirtualAccountProviders,
  listVirtualAccounts,
  requestVirtualAccounts,
} from '@portal/contract/billing/payments/virtual-accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { callForRole } from '../../../../shared/api/call-for-role.ts';
import { refreshAfterPayment } from '../../payments/api/verify-payment.ts';

/** What money changes is refetched with the credit when a live update says that there is some. */
const WITH_CREDIT = getCredit.path;
const ACCOUNTS = [WITH_CREDIT, 'virtual-accounts'] as const;
/** A bank's refusal comes without a live update. */
const POLL_MS = 15_000;

/** The customer's account numbers, and what becomes of those that were asked for. */
export function useVirtualAccounts() {
  return useQuery({
    queryKey: [...ACCOUNTS, 'list'],
    queryFn: ({ client }) => callForRole(client, 'billing', listVirtualAccounts),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'being-prepared') ? POLL_MS : false),
  });
}

/** Who can open numbers beside those, for one line alone where `lineId` names it. */
export function useVirtualAccountProviders(lineId: number | null) {
  return useQuery({
    queryKey: [...ACCOUNTS, 'providers', lineId],
    queryFn: ({ client }) =>
      callForRole(client, 'billing', listVirtualAccountProviders, {
        query: lineId === null ? {} : { line: lineId },
      }),
    refetchOnMount: 'always',
  });
}

/** What is due over all lines, and the credit. */
export function useAmountsDue() {
  return useQuery({
    queryKey: [WITH_CREDIT, 'amounts-due'],
    queryFn: ({ client }) => callForRole(client, 'billing', getAmountsDue),
    refetchOnMount: 'always',
  });
}

/** Asks for numbers; whatever comes of it, what there is by then is shown. */
export function useRequestVirtualAccounts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof requestVirtualAccounts.body>) => callEndpoint(requestVirtualAccounts, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ACCOUNTS }),
  });
}

/** Asks the banks for a transfer that has not arrived. */
export function useCheckTransfers() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(checkTransfers, { body: {} }),
    onSuccess: ({ found }) => {
      if (found > 0) refreshAfterPayment(queries, true);
    },
  });
}
