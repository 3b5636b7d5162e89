import type { Queryable } from '../../platform/database/connection.ts';

/**
 * How many gigabytes of a month are used beyond what it would have without `gigabytes` of bought
 * ones; never less than zero. Implemented by network.
 */
export type FindUsedOf = (
  queryable: Queryable,
  month: { readonly lineId: number; readonly period: string; readonly gigabytes: number },
) => Promise<number>;
