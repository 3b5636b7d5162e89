import { endPause } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/** Ends a pause now; then every screen shows the answer's subscription. */
export function useEndPause() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(endPause),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
