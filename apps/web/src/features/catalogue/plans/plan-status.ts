import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';

/**
 * The relation of a plan to the reader: the plan they have, have and are about to leave, still have
 * to pay, change to at the next cycle, or may choose.
 */
export type PlanStatus = 'current' | 'being-left' | 'awaiting-payment' | 'scheduled' | 'open';

export function planStatus(plan: ServicePlan, subscription: SubscriptionView | null): PlanStatus {
  if (!subscription) return 'open';
  if (subscription.scheduledPlanId === plan.id) return 'scheduled';
  if (subscription.planId !== plan.id) return 'open';
  if (subscription.status === 'pending') return 'awaiting-payment';
  return subscription.scheduledPlanId === null ? 'current' : 'being-left';
}

/**
 * Whether a plan with this status may be chosen. Choosing the plan one is about to leave
 * withdraws the change (product rule: until the next renewal).
 */
export function isChoosable(status: PlanStatus): boolean {
  return status === 'open' || status === 'being-left';
}
