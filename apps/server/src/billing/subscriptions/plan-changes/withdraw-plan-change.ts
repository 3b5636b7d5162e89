import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { RenewalRules } from '../../renewals/renewal.policy.ts';
import { type Also, nothingElse } from '../also.ts';
import { findSubscription } from '../find-subscription.ts';
import { upcomingPlan } from '../subscription.policy.ts';
import { findPlanPaidAhead, lockOpenSubscription, setScheduledPlan } from '../subscription.repository.ts';

/**
 * Withdraws the change that waits for the next billing cycle. A change whose month is paid for
 * already stays, and `isPaidChangeUpcoming` is true. Repeating changes nothing more. Throws ApiError
 * subscription.none for a customer without a subscription.
 */
export async function withdrawPlanChange(
  deps: { readonly database: Database; readonly clock: Clock; readonly rules: Pick<RenewalRules, 'graceDays'> },
  lineId: number,
  also: Also = nothingElse,
): Promise<{ readonly subscription: SubscriptionView; readonly isPaidChangeUpcoming: boolean }> {
  return deps.database.transaction(async (tx) => {
    const row = await lockOpenSubscription(tx, lineId);
    if (row === null) throw new ApiError('subscription.none');
    const now = deps.clock();
    const upcoming = upcomingPlan(row, await findPlanPaidAhead(tx, row, now));
    if (row.scheduledPlanId !== upcoming) await setScheduledPlan(tx, row.id, upcoming, now);
    const subscription = await findSubscription(tx, lineId, deps.rules);
    if (subscription === null) throw new Error(`the subscription of line ${lineId} is gone`);
    await also(tx, subscription);
    return { subscription, isPaidChangeUpcoming: upcoming !== null };
  });
}
