import type { Queryable } from '../../platform/database/connection.ts';

/**
 * How many subscriptions that are not cancelled each plan has, by the plan's id; a plan without any
 * is left out.
 */
export type CountSubscribers = (queryable: Queryable) => Promise<ReadonlyMap<string, number>>;
