import { endPause } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/** Comes back from a pause now; afterwards the subscription on every screen is the answer's. */
export function useEndPause() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(endPause),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
