import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { nairaFromKobo } from '@portal/kernel/money';
import { type RenewalRules, staysOnUntil } from '../renewals/renewal.policy.ts';
import type { selectOpenSubscription } from './subscription.repository.ts';

type Row = NonNullable<Awaited<ReturnType<typeof selectOpenSubscription>>>;

/** The end of a promised day is said as the last moment of that day. */
function lastMomentOn(row: Row, rules: Pick<RenewalRules, 'graceDays'>): Date {
  const end = staysOnUntil(row, rules);
  return end.getTime() === row.promisedUntil?.getTime() ? new Date(end.getTime() - 1) : end;
}

/**
 * The client's view; a subscription that awaits its first payment has no dates yet. Without `rules`
 * it has no end of grace.
 */
export function presentSubscription(row: Row, rules: Pick<RenewalRules, 'graceDays'> | null): SubscriptionView {
  const isPaid = row.status !== 'pending';
  const renews = row.status === 'active' && row.cancelRequestedAt === null;
  return {
    id: row.id,
    planId: row.planId,
    planName: row.planName,
    status: row.status,
    startDate: row.startDate?.toISOString() ?? null,
    nextBillingDate: isPaid ? row.nextRenewal.toISOString() : null,
    monthlyFee: nairaFromKobo(row.monthlyFee),
    scheduledPlanId: row.scheduledPlanId,
    autoPay: row.autoPay,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    cancelsAt: row.cancelRequestedAt ? row.nextRenewal.toISOString() : null,
    cancelReason: row.cancelReason,
    ...(renews && row.promisedUntil && { promisedUntil: row.promisedUntil.toISOString() }),
    ...(row.isOnInvoice && { isOnInvoice: true }),
    ...(rules && { graceEndsAt: renews ? lastMomentOn(row, rules).toISOString() : null }),
  };
}
