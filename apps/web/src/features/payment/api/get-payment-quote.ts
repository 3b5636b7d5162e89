import { getPaymentQuote, type PaymentQuote } from '@portal/contract/payment';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

/** What the customer would pay now for a plan, line by line. `planId` null asks nothing. */
export function usePaymentQuote(planId: string | null) {
  return useQuery({
    queryKey: [getPaymentQuote.path, planId],
    queryFn: () => callEndpoint(getPaymentQuote, { query: { plan: planId ?? '' } }),
    enabled: planId !== null,
    refetchOnMount: 'always',
  });
}

/** Shows a quote that came with a refusal in place of the one that was out of date. */
export function replaceQuote(queries: QueryClient, quote: PaymentQuote): void {
  queries.setQueryData([getPaymentQuote.path, quote.plan.id], quote);
}

/** Asks for every quote again: credit, discounts or the plan may have changed. */
export function refreshQuotes(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [getPaymentQuote.path] });
}
