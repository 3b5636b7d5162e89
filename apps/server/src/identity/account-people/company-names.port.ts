import type { Queryable } from '../../platform/database/connection.ts';

/** The companies' names of those accounts that have one; billing implements it. */
export type FindCompanyNames = (
  queryable: Queryable,
  accountIds: readonly number[],
) => Promise<ReadonlyMap<number, string>>;
