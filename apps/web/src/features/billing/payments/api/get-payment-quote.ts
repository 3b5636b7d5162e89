import { getBundleQuote } from '@portal/contract/billing/data-bundles';
import {
  getChargeQuote,
  getPaymentQuote,
  getUpgradeQuote,
  type PaymentQuote,
} from '@portal/contract/billing/payments/payments';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';
import type { Purchase } from '../purchase.ts';

const QUOTES = { period: getPaymentQuote, upgrade: getUpgradeQuote, bundle: getBundleQuote, charge: getChargeQuote };

function keyOf(purchase: Purchase | null): readonly (string | null)[] {
  if (purchase === null) return [getPaymentQuote.path, null];
  const { path } = QUOTES[purchase.purpose];
  if (purchase.purpose === 'charge') return [path, purchase.invoiceNumber];
  return [path, purchase.purpose === 'bundle' ? purchase.bundleId : purchase.planId];
}

function ask(client: QueryClient, purchase: Purchase): Promise<PaymentQuote> {
  if (purchase.purpose === 'bundle')
    return callForRole(client, 'billing', getBundleQuote, { query: { bundle: purchase.bundleId } });
  if (purchase.purpose === 'charge')
    return callForRole(client, 'billing', getChargeQuote, { query: { charge: purchase.invoiceNumber } });
  return callForRole(client, 'billing', QUOTES[purchase.purpose], { query: { plan: purchase.planId } });
}

/** What the customer would pay now for it, line by line. Null asks nothing. */
export function useQuote(purchase: Purchase | null) {
  return useQuery({
    queryKey: keyOf(purchase),
    queryFn: purchase === null ? skipToken : ({ client }) => ask(client, purchase),
    refetchOnMount: 'always',
  });
}

/** What the customer would pay now for the next month of a plan. Null asks nothing. */
export function usePaymentQuote(planId: string | null) {
  return useQuote(planId === null ? null : { purpose: 'period', planId });
}

/** Shows a quote that came with a refusal in place of the one that was out of date. */
export function replaceQuote(queries: QueryClient, quote: PaymentQuote, purchase: Purchase): void {
  queries.setQueryData(keyOf(purchase), quote);
}

/**
 * After a payment: what a month costs is asked again; what an upgrade or extra data cost only where
 * it is looked at next, for what was paid may have no price any more.
 */
export function outdateQuotes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [getPaymentQuote.path] });
  for (const { path } of [getUpgradeQuote, getBundleQuote, getChargeQuote]) {
    void queries.invalidateQueries({ queryKey: [path], refetchType: 'none' });
  }
}

/** Asks for every quote again: credit, discounts or the plan may have changed. */
export async function refreshQuotes(queries: QueryClient): Promise<void> {
  const kinds = Object.values(QUOTES);
  await Promise.all(kinds.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
}
