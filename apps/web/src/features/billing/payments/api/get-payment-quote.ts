import { getBundleQuote } from '@portal/contract/billing/data-bundles';
import { getPaymentQuote, getUpgradeQuote, type PaymentQuote } from '@portal/contract/billing/payments';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import type { PaymentWish } from '../payment-wish.ts';

const QUOTES = { period: getPaymentQuote, upgrade: getUpgradeQuote, bundle: getBundleQuote };

function keyOf(wish: PaymentWish | null): readonly (string | null)[] {
  if (wish === null) return [getPaymentQuote.path, null];
  return [QUOTES[wish.purpose].path, wish.purpose === 'bundle' ? wish.bundleId : wish.planId];
}

function ask(wish: PaymentWish): Promise<PaymentQuote> {
  if (wish.purpose === 'bundle') return callEndpoint(getBundleQuote, { query: { bundle: wish.bundleId } });
  return callEndpoint(QUOTES[wish.purpose], { query: { plan: wish.planId } });
}

/** What the customer would pay now for it, line by line. Null asks nothing. */
export function useQuote(wish: PaymentWish | null) {
  return useQuery({
    queryKey: keyOf(wish),
    queryFn: wish === null ? skipToken : () => ask(wish),
    refetchOnMount: 'always',
  });
}

/** What the customer would pay now for the next month of a plan. Null asks nothing. */
export function usePaymentQuote(planId: string | null) {
  return useQuote(planId === null ? null : { purpose: 'period', planId });
}

/** Shows a quote that came with a refusal in place of the one that was out of date. */
export function replaceQuote(queries: QueryClient, quote: PaymentQuote, wish: PaymentWish): void {
  queries.setQueryData(keyOf(wish), quote);
}

/** After a payment: what a month costs is asked again; what an upgrade or extra data cost only where it is looked at next, for what was paid may have no price any more. */
export function outdateQuotes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [getPaymentQuote.path] });
  for (const { path } of [getUpgradeQuote, getBundleQuote]) {
    void queries.invalidateQueries({ queryKey: [path], refetchType: 'none' });
  }
}

/** Asks for every quote again: credit, discounts or the plan may have changed. */
export async function refreshQuotes(queries: QueryClient): Promise<void> {
  const kinds = Object.values(QUOTES);
  await Promise.all(kinds.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
}
