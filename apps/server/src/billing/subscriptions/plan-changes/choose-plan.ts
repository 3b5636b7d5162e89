import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { findActivePlan } from '../../../catalogue/index.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { wakeCompanyOf } from '../../invoices/company-billing.repository.ts';
import { type Also, nothingElse } from '../also.ts';
import { findSubscription } from '../find-subscription.ts';
import { openSubscription } from '../open-subscription.ts';
import { decidePlanChoice } from '../subscription.policy.ts';
import { findPlanPaidAhead, setPendingPlan, setScheduledPlan } from '../subscription.repository.ts';

type ChoosePlanDependencies = Pick<BillingDependencies, 'database' | 'clock' | 'rules'>;

export type ChosenPlan = {
  readonly subscription: SubscriptionView;
  /** True when the change waits for the next billing cycle. */
  readonly isScheduled: boolean;
};

/**
 * Creates a pending subscription, changes the plan of one that awaits its first payment, or
 * schedules a change for the next billing cycle; choosing the present plan again withdraws such a
 * change. Never activates service: only a payment does. Repeating the same choice changes nothing
 * more. Throws plan.not-found, subscription.same-plan. (Product decisions, Subscription; threats
 * U9, U10.)
 */
export async function choosePlan(
  deps: ChoosePlanDependencies,
  choice: { readonly lineId: number; readonly planId: string },
  also: Also = nothingElse,
): Promise<ChosenPlan> {
  const { lineId, planId } = choice;
  return deps.database.transaction(async (tx) => {
    const plan = await findActivePlan(tx, planId);
    if (plan === null) throw new ApiError('plan.not-found');
    const now = deps.clock();
    const row = await openSubscription(tx, { lineId, plan, now });
    const decision = decidePlanChoice(row, await findPlanPaidAhead(tx, row, now), plan.id);
    switch (decision.kind) {
      case 'same-plan':
        throw new ApiError('subscription.same-plan');
      case 'replace':
        await setPendingPlan(tx, row.id, { planId: plan.id, monthlyFee: plan.priceKobo, updatedAt: now });
        await wakeCompanyOf(tx, lineId, now);
        break;
      case 'schedule':
        await setScheduledPlan(tx, row.id, decision.planId, now);
        break;
      case 'unchanged':
        break;
    }
    const subscription = await findSubscription(tx, lineId, deps.rules);
    if (subscription === null) throw new Error(`the subscription of line ${lineId} is gone`);
    await also(tx, subscription);
    return { subscription, isScheduled: subscription.scheduledPlanId !== null };
  });
}
