import { withdrawCancellation } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { showSubscription } from './show-subscription.ts';

/** Withdraws a cancellation; then every screen shows the answer's subscription. */
export function useWithdrawCancellation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(withdrawCancellation),
    onSuccess: ({ subscription }) => showSubscription(queries, subscription),
  });
}
