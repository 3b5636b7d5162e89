/** The fields of a subscription that determine its next bill; moments are timestamps. */
export type BilledSubscription = {
  readonly status: string;
  readonly nextBillingDate: string | null;
  readonly pausedUntil?: string | null | undefined;
  readonly cancelsAt?: string | null | undefined;
};

/**
 * When a scheduled change of plan takes effect: on the day of the next bill. Null without one (the
 * subscription is overdue, suspended or ending): then the next payment applies the change. (Product
 * decisions, Subscription.)
 */
export function planChangeDay(subscription: BilledSubscription, now: Date): string | null {
  const { status, nextBillingDate, pausedUntil, cancelsAt } = subscription;
  if (nextBillingDate === null || cancelsAt) return null;
  const isBilled = status === 'active' ? new Date(nextBillingDate) > now : status === 'suspended' && pausedUntil;
  return isBilled ? nextBillingDate : null;
}
