import { payWithCredit } from '@portal/contract/payment';
import { getSubscription } from '@portal/contract/subscription';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { type PaymentWish, wishFields } from '../payment-wish.ts';
import { refreshAfterPayment } from './verify-payment.ts';

/** Pays from account credit alone, without a gateway. `planId` is that of the quote. */
export function usePayWithCredit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ planId, wish }: { planId: string; wish: PaymentWish }) =>
      callEndpoint(payWithCredit, { body: { plan: planId, ...wishFields(wish) } }),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
      refreshAfterPayment(queries, true);
    },
  });
}
