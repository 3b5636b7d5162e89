import type { Queryable } from '../../platform/database/connection.ts';
import { countByPlan } from './subscription.repository.ts';

/**
 * How many subscriptions that are not cancelled each plan has, by the plan's id; a plan without any
 * is left out.
 */
export async function countSubscribers(queryable: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await countByPlan(queryable);
  return new Map(rows.map(({ planId, subscribers }) => [planId, subscribers]));
}
