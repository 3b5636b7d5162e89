import { formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { findPlanForSale } from '../pricing/find-plan-for-sale.ts';
import { wakeSubscription } from '../renewals/renewal.repository.ts';
import { findLastSubscription } from '../subscriptions/last-subscription.repository.ts';
import { dayThatEnds } from './payment-promise.policy.ts';
import { lockRunningPromise, withdrawPromises } from './payment-promise.repository.ts';
import type { PromiseDependencies } from './read-promises.ts';

type Withdrawal = { readonly id: string; readonly staffId: number; readonly reason: string };

/**
 * Withdraws a running promise as a member of staff, and tells the customer; the renewal job then sees
 * to the line as if there were none. Audited with the reason. Throws promise.not-found.
 */
export async function withdrawPromise(deps: PromiseDependencies, { id, staffId, reason }: Withdrawal): Promise<void> {
  const accountId = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const found = isUuid(id) ? await lockRunningPromise(tx, id) : null;
    if (!found) throw new ApiError('promise.not-found');
    const { promise, ...line } = found;
    const [withdrawn] = await withdrawPromises(tx, [promise.subscriptionId], now, reason);
    if (withdrawn?.id !== id) throw new ApiError('promise.not-found');
    await wakeSubscription(tx, promise.subscriptionId, now);
    const subscription = await findLastSubscription(tx, line.lineId);
    const plan = subscription && (await findPlanForSale(tx, { lineId: line.lineId, planId: subscription.planId }));
    await deps.notify(tx, {
      key: `promise-withdrawn:${id}`,
      kind: 'promise-withdrawn',
      customerId: line.accountId,
      lineId: line.lineId,
      values: {
        amount: formatNaira(promise.amount),
        plan: plan?.name ?? '',
        date: formatLagosDay(new Date(promise.endsAt.getTime() - 1)),
      },
    });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'promise.withdraw',
      subject: `customer:${line.accountId}`,
      before: { promise: id, until: dayThatEnds(promise.endsAt) },
      after: { ...lineInAudit(line), reason },
    });
    return line.accountId;
  });
  deps.publishLiveUpdate(accountId, 'subscription');
}
