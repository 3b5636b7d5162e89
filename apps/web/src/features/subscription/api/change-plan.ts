import { changePlan, getSubscription } from '@portal/contract/subscription';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

/** Changes the plan on the dashboard; afterwards the subscription on every screen is the answer's. */
export function useChangePlan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (planId: string) => callEndpoint(changePlan, { body: { planId } }),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
    },
  });
}
