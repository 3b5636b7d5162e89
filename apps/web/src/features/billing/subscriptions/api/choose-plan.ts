import { choosePlan, getSubscription } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Chooses a plan on the plans page; afterwards the subscription on every screen is the answer's.
 */
export function useChoosePlan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (plan: ServicePlan) =>
      callEndpoint(choosePlan, { body: { planId: plan.id, planName: plan.name, price: plan.price } }),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
    },
  });
}
