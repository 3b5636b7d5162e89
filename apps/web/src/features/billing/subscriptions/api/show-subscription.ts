import { listInvoices } from '@portal/contract/billing/invoices';
import { getSubscription, type SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Shows an answer's subscription on every screen at once, and refetches the bills: those of a month
 * that has not begun are void after a pause or cancellation.
 */
export function showSubscription(queries: QueryClient, subscription: SubscriptionView | null): void {
  queries.setQueryData([getSubscription.path], subscription);
  void queries.invalidateQueries({ queryKey: [listInvoices.path] });
}
