import { getSubscription, withdrawPlanChange } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Withdraws the change scheduled for the next billing cycle; then every screen shows the answer's
 * subscription.
 */
export function useWithdrawPlanChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(withdrawPlanChange),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
    },
  });
}
