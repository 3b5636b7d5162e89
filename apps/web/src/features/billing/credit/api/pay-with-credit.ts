import { payWithCredit } from '@portal/contract/billing/payments/payments';
import { getSubscription, type SubscriptionView } from '@portal/contract/billing/subscriptions';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { refreshAfterPayment } from '../../payments/api/verify-payment.ts';
import { type Purchase, purchaseFields } from '../../payments/purchase.ts';

/** The end of the paid time on this page distinguishes a second month from the same click again. */
function shownAsPaid(queries: QueryClient) {
  const line = queries.getQueryData<SubscriptionView | null>([getSubscription.path]);
  return line?.nextBillingDate ? { paidUntil: line.nextBillingDate } : {};
}

/** Pays from account credit alone, without a gateway. `planId` is that of the quote. */
export function usePayWithCredit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ planId, purchase }: { planId: string; purchase: Purchase }) =>
      callEndpoint(payWithCredit, { body: { plan: planId, ...purchaseFields(purchase), ...shownAsPaid(queries) } }),
    onSuccess: (answer) => {
      queries.setQueryData([getSubscription.path], answer.subscription);
      refreshAfterPayment(queries, true);
    },
  });
}
