import { payWithCredit } from '@portal/contract/payment';
import { getSubscription } from '@portal/contract/subscription';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { refreshAfterPayment } from './verify-payment.ts';

/** Pays for a plan from account credit alone, without a gateway. */
export function usePayWithCredit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (planId: string) => callEndpoint(payWithCredit, { body: { plan: planId } }),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
      refreshAfterPayment(queries, true);
    },
  });
}
