import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { phrase } from '../../../shared/i18n/translate.ts';

/**
 * The state of a customer's subscription; `kind` names the badge of `subscriptionStatuses` as well.
 * Moments are timestamps of the server.
 */
export type SubscriptionState =
  | { readonly kind: 'pending' | 'cancelled' | 'unknown' }
  | { readonly kind: 'active'; readonly nextBillAt: string | null }
  /** The bill is due and not paid, and the line is still on, until `until` where that is known. */
  | { readonly kind: 'grace'; readonly dueAt: string; readonly until: string | null }
  | { readonly kind: 'ending'; readonly endsAt: string }
  /** At the customer's wish; `endsAt` when it is to end with its paid time afterwards. */
  | {
      readonly kind: 'paused';
      readonly until: string;
      readonly nextBillAt: string | null;
      readonly endsAt: string | null;
    }
  /** The bill of `dueAt` was not paid. */
  | { readonly kind: 'suspended'; readonly dueAt: string | null };

/**
 * The state of a subscription at a moment, from the server's answer. (Specification section 4;
 * product decisions, Subscription.)
 */
export function subscriptionState(subscription: SubscriptionView, now: Date): SubscriptionState {
  const { status, nextBillingDate, pausedUntil, cancelsAt, graceEndsAt } = subscription;
  if (status === 'suspended') {
    if (!pausedUntil) return { kind: 'suspended', dueAt: nextBillingDate };
    const endsAt = cancelsAt ?? null;
    return { kind: 'paused', until: pausedUntil, nextBillAt: endsAt ? null : nextBillingDate, endsAt };
  }
  if (status !== 'active') return { kind: status };
  if (cancelsAt) return { kind: 'ending', endsAt: cancelsAt };
  if (nextBillingDate && new Date(nextBillingDate) <= now) {
    return { kind: 'grace', dueAt: nextBillingDate, until: graceEndsAt ?? null };
  }
  return { kind: 'active', nextBillAt: nextBillingDate };
}

/** When a cancelled subscription ends; null for one that goes on. */
export function subscriptionEnd(state: SubscriptionState): string | null {
  return state.kind === 'ending' || state.kind === 'paused' ? state.endsAt : null;
}

/** The label of the end of the paid time in this state; to be translated. */
export function dateLabel(state: SubscriptionState): string {
  if (subscriptionEnd(state)) return phrase('Ends on');
  return state.kind === 'grace' || state.kind === 'suspended' ? phrase('Was due on') : phrase('Next billing date');
}

/** The plan that the customer's next month is of. */
export function upcomingPlanId(subscription: Pick<SubscriptionView, 'planId' | 'scheduledPlanId'>): string {
  return subscription.scheduledPlanId ?? subscription.planId;
}

/** Where the customer's next month is paid for; that of a company is on its invoices. */
export function paymentAddress(
  subscription: Pick<SubscriptionView, 'planId' | 'scheduledPlanId' | 'isOnInvoice'>,
): string {
  if (subscription.isOnInvoice) return '/payment';
  return `/payment?plan=${encodeURIComponent(upcomingPlanId(subscription))}`;
}
