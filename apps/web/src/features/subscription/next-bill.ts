import type { SubscriptionView } from '@portal/contract/subscription';

export type NextBill =
  | { readonly kind: 'none' }
  | { readonly kind: 'first-payment' }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'renewal'; readonly dueAt: string };

/** What the customer pays next: nothing, the first payment, an overdue renewal, or the renewal on a day. */
export function nextBill(subscription: SubscriptionView | null): NextBill {
  if (!subscription || subscription.status === 'cancelled') return { kind: 'none' };
  if (subscription.status === 'pending') return { kind: 'first-payment' };
  if (subscription.status === 'suspended') return { kind: 'overdue' };
  if (!subscription.nextBillingDate) return { kind: 'none' };
  return { kind: 'renewal', dueAt: subscription.nextBillingDate };
}
