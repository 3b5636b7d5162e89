import { getAutoPay } from '@portal/contract/billing/payments/auto-pay';
import { pausePaymentMethod, setAutoPayPreferences } from '@portal/contract/billing/payments/auto-pay-preferences';
import {
  cancelMandate,
  checkMandate,
  listMandateBanks,
  listMandates,
  setUpMandate,
} from '@portal/contract/billing/payments/mandates';
import { listPaymentMethods } from '@portal/contract/billing/payments/payments';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

const AUTO_PAY = [getAutoPay.path];
/** Below that of auto-pay: whatever changes it has both fetched again. */
const MANDATES = [...AUTO_PAY, 'mandates'];

/** Starts refetching everything that shows a mandate. Does not wait for the answers. */
function refresh(queries: QueryClient): void {
  for (const path of [getAutoPay.path, listPaymentMethods.path]) void queries.invalidateQueries({ queryKey: [path] });
}

/** The customer's mandates. Refetched each time a screen opens: a bank may have activated one. */
export function useMandates(isWanted: boolean) {
  return useQuery({
    queryKey: MANDATES,
    queryFn: ({ client }) => callForRole(client, 'billing', listMandates),
    refetchOnMount: 'always',
    enabled: isWanted,
  });
}

/** The banks whose accounts can be charged. Not fetched before somebody chooses one. */
export function useMandateBanks() {
  return useQuery({
    queryKey: [listMandateBanks.path],
    queryFn: ({ client }) => callForRole(client, 'billing', listMandateBanks),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks for a mandate; its answer names the page on which the customer approves it. */
export function useSetUpMandate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (account: z.input<typeof setUpMandate.body>['account']) =>
      callEndpoint(setUpMandate, { body: { agreed: true, ...(account && { account }) } }),
    onSettled: () => refresh(queries),
  });
}

/** Has the gateway asked how a mandate stands. */
export function useCheckMandate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(checkMandate, { params: { id } }),
    onSettled: () => refresh(queries),
  });
}

/** Ends a mandate that is not active yet. */
export function useCancelMandate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(cancelMandate, { params: { id } }),
    onSettled: () => refresh(queries),
  });
}

/** Pauses a saved method, or has it charged again. */
export function usePauseMethod() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isPaused }: { id: string; isPaused: boolean }) =>
      callEndpoint(pausePaymentMethod, { params: { id }, body: { isPaused } }),
    onSuccess: ({ autoPay }) => queries.setQueryData(AUTO_PAY, autoPay),
    onSettled: () => refresh(queries),
  });
}

/** Stores what is charged first, and when the customer is paid. */
export function useSetPreferences() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof setAutoPayPreferences.body>) => callEndpoint(setAutoPayPreferences, { body }),
    onSuccess: ({ autoPay }) => queries.setQueryData(AUTO_PAY, autoPay),
    onError: () => refresh(queries),
  });
}
