import { withdrawCancellation } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/** Keeps a line that was to end; afterwards the subscription on every screen is the answer's. */
export function useWithdrawCancellation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(withdrawCancellation),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
