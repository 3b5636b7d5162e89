import { getSubscription, withdrawPlanChange } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Takes back the change planned for the next billing cycle; afterwards the subscription on every
 * screen is the answer's.
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
