import { pauseSubscription } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/**
 * Pauses the subscription for a number of days; then every screen shows the answer's subscription.
 */
export function usePauseSubscription() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { days: number }) => callEndpoint(pauseSubscription, { body }),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
