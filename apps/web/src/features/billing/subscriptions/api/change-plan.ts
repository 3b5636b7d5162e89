import { changePlan, getSubscription } from '@portal/contract/billing/subscriptions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Asks for another plan. Any failure is 'Failed to change plan' (specification section 8), with its
 * cause.
 */
export function requestPlan(planId: string) {
  return callEndpoint(changePlan, { body: { planId } }).catch((cause: unknown) => {
    throw new Error('Failed to change plan', { cause });
  });
}

/**
 * Changes the plan on the dashboard; afterwards the subscription on every screen is the answer's.
 */
export function useChangePlan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: requestPlan,
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
    },
  });
}
