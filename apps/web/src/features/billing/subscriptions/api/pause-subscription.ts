import { pauseSubscription } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/**
 * Lets the line rest for a number of days; afterwards the subscription on every screen is the
 * answer's.
 */
export function usePauseSubscription() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { days: number }) => callEndpoint(pauseSubscription, { body }),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
