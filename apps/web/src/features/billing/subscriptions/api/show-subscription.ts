import { listInvoices } from '@portal/contract/billing/invoices';
import { getSubscription, type SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Shows an answer's subscription on every screen at once, and asks for the bills again: what is not
 * begun is void when a line rests or ends.
 */
export function showSubscription(queries: QueryClient, subscription: SubscriptionView | null): void {
  queries.setQueryData([getSubscription.path], subscription);
  void queries.invalidateQueries({ queryKey: [listInvoices.path] });
}
