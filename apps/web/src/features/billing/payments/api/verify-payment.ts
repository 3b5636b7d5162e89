import { getCredit, listInvoices } from '@portal/contract/billing/invoices';
import { getAutoPay } from '@portal/contract/billing/payments/auto-pay';
import { listPaymentMethods, listPayments, verifyPayment } from '@portal/contract/billing/payments/payments';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import { getUsage, listUsageMonths } from '@portal/contract/network/usage';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import type { PaymentKeys } from '../checkout/stored-payment.ts';
import { outdateQuotes } from './get-payment-quote.ts';
import { UNTIL_SAVED } from './until-saved.ts';

export type Verification = Awaited<ReturnType<typeof verify>>;

function verify(keys: PaymentKeys) {
  return callEndpoint(verifyPayment, { body: keys });
}

/**
 * Verifies a payment; may be repeated. Whatever the answer, payments are refetched; a success also
 * changes subscription and quotes.
 */
export function useVerifyPayment() {
  const queries = useQueryClient();
  return useMutation({
    ...UNTIL_SAVED,
    mutationFn: verify,
    onSuccess: (answer) => refreshAfterPayment(queries, answer.status === 'success'),
  });
}

/** Starts refetching what a payment may have changed. Does not wait for the answers. */
export function refreshAfterPayment(queries: QueryClient, paid: boolean): void {
  void queries.invalidateQueries({ queryKey: [listPayments.path] });
  if (!paid) return;
  for (const { path } of [
    getAutoPay,
    listPaymentMethods,
    getSubscription,
    listInvoices,
    getCredit,
    getUsage,
    listUsageMonths,
  ])
    void queries.invalidateQueries({ queryKey: [path] });
  outdateQuotes(queries);
}
