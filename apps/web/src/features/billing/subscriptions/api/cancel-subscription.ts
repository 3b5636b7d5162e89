import { cancelSubscription } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/**
 * Ends the line with its paid time; afterwards the subscription on every screen is the answer's.
 */
export function useCancelSubscription() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(cancelSubscription, { body }),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
