import { getAutoPay, removePaymentMethod, setUpAutoPay, stopAutoPay } from '@portal/contract/billing/payments/auto-pay';
import { listPaymentMethods } from '@portal/contract/billing/payments/payments';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

const KEY = [getAutoPay.path];

/**
 * How the customer's renewals are paid. Refetched each time a screen opens: a payment may have
 * saved a card. Not fetched while `isWanted` is false.
 */
export function useAutoPay(isWanted = true) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ client }) => callForRole(client, 'billing', getAutoPay),
    refetchOnMount: 'always',
    enabled: isWanted,
  });
}

/** Starts refetching everything that shows auto-pay. Does not wait for the answers. */
function refreshBeside(queries: QueryClient): void {
  for (const { path } of [listPaymentMethods, getSubscription]) void queries.invalidateQueries({ queryKey: [path] });
}

/** Has every renewal charged to the offered card. */
export function useSetUpAutoPay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (card: string) => callEndpoint(setUpAutoPay, { body: { card, agreed: true } }),
    onSuccess: ({ autoPay }) => {
      queries.setQueryData(KEY, autoPay);
      refreshBeside(queries);
    },
    onError: () => void queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Switches auto-pay off. */
export function useStopAutoPay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(stopAutoPay),
    onSuccess: ({ autoPay }) => {
      queries.setQueryData(KEY, autoPay);
      refreshBeside(queries);
    },
  });
}

/** Has a saved payment method forgotten, and auto-pay with it. */
export function useRemovePaymentMethod() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(removePaymentMethod, { params: { id } }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: KEY });
      refreshBeside(queries);
    },
  });
}
