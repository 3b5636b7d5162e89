import type { Kobo } from '@portal/kernel/money';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';

/** A line that is on, with its month under way and its plan. */
type ActiveSubscription = {
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly plan: { readonly id: string; readonly name: string; readonly priceKobo: Kobo };
  /** Gigabytes a month; null is unlimited. */
  readonly dataLimitGb: number | null;
  /** False in the days of grace. */
  readonly isPaid: boolean;
};

/** What data bundles need of others. */
export type BundleDependencies = {
  /** The customer's line, if it is on. */
  readonly findActiveSubscription: (
    queryable: Queryable,
    wanted: { readonly userId: number; readonly now: Date },
  ) => Promise<ActiveSubscription | null>;
  /** The same, held until the transaction ends. */
  readonly lockActiveSubscription: (
    tx: Transaction,
    wanted: { readonly userId: number; readonly now: Date },
  ) => Promise<ActiveSubscription | null>;
  readonly findUsedOf: FindUsedOf;
};

/** Gigabytes of a month that are used beyond what it would have without `gigabytes` of bought ones; never less than zero. */
export type FindUsedOf = (
  queryable: Queryable,
  month: { readonly userId: number; readonly period: string; readonly gigabytes: number },
) => Promise<number>;
