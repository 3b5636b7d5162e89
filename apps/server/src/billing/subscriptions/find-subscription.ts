import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import type { RenewalRules } from '../renewals/renewal.policy.ts';
import { presentSubscription } from './present-subscription.ts';
import { prepareSelectOpenSubscription, selectOpenSubscription } from './subscription.repository.ts';

/**
 * The user's one subscription that is not cancelled, in the given transaction, or null. Without
 * `rules` it has no end of grace.
 */
export async function findSubscription(
  database: Queryable,
  lineId: number,
  rules: Pick<RenewalRules, 'graceDays'> | null = null,
): Promise<SubscriptionView | null> {
  const row = await selectOpenSubscription(database, lineId);
  return row && presentSubscription(row, rules);
}

/** The same outside a transaction, prepared once for the call that every screen makes. */
export function prepareFindSubscription(
  database: Database,
  rules: Pick<RenewalRules, 'graceDays'>,
): (lineId: number) => Promise<SubscriptionView | null> {
  const select = prepareSelectOpenSubscription(database);
  return async (lineId) => {
    const row = await select(lineId);
    return row && presentSubscription(row, rules);
  };
}
