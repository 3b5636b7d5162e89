import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { nairaFromKobo } from '@portal/kernel/money';
import { graceEndsAt, type RenewalRules } from '../renewals/renewal.policy.ts';
import type { selectOpenSubscription } from './subscription.repository.ts';

type Row = NonNullable<Awaited<ReturnType<typeof selectOpenSubscription>>>;

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
    ...(row.isOnInvoice && { isOnInvoice: true }),
    ...(rules && { graceEndsAt: renews ? graceEndsAt(row, rules).toISOString() : null }),
  };
}
