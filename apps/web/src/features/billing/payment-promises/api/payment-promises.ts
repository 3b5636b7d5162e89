import { listPaymentPromises, makePaymentPromise } from '@portal/contract/billing/payment-promises';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The promises of the line, and what may be promised now; refetched with the subscription. */
export function usePaymentPromises() {
  return useQuery({
    queryKey: [getSubscription.path, 'payment-promises'],
    queryFn: () => callEndpoint(listPaymentPromises),
    refetchOnMount: 'always',
  });
}

/** Promises to pay by the end of a day; whatever comes of it, every screen shows the line as it is. */
export function useMakePaymentPromise() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (until: string) => callEndpoint(makePaymentPromise, { body: { until } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [getSubscription.path] }),
  });
}
