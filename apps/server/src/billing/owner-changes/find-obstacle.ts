import type { ErrorCode } from '@portal/contract/platform/error-codes';
import type { Queryable } from '../../platform/database/connection.ts';
import { listOutstanding } from '../companies/company.repository.ts';
import type { SubscriptionRow } from '../subscriptions/subscription.repository.ts';
import { hasUninvoiced, isMoneyUnderWay } from './obstacle.repository.ts';

/**
 * Why the line of a subscription cannot change its owner at `now`; null where it can. A debt of a
 * company blocks, since its invoice charges the very time that would go along.
 */
export async function findObstacle(
  queryable: Queryable,
  { accountId, subscription, now }: { accountId: number; subscription: SubscriptionRow | null; now: Date },
): Promise<ErrorCode | null> {
  if (subscription === null || subscription.status === 'pending') return 'owner-change.not-running';
  if (subscription.status === 'active' && subscription.nextRenewal <= now) return 'owner-change.unpaid';
  if (await isMoneyUnderWay(queryable, subscription.id)) return 'owner-change.payment-under-way';
  if ((await listOutstanding(queryable, accountId)).length > 0) return 'company.owes';
  if (await hasUninvoiced(queryable, { accountId, subscriptionId: subscription.id })) return 'company.not-invoiced';
  return null;
}
