import { PERSONAL_DATA } from '../schema/all-personal-data.ts';
import type { Expiry } from '../schema/personal-data.ts';

/** How long the rows of one table are kept by age, and why. */
export type Retention = Expiry & { readonly table: string };

/**
 * Every table from which rows go by age, in the order in which they go, as declared beside the
 * schema. What money needs is not in it: ledger, payments, invoices, receipts, subscriptions, monthly
 * usage and tickets stay.
 */
export const RETENTION: readonly Retention[] = PERSONAL_DATA.flatMap(({ table, retention }) =>
  typeof retention === 'string' ? [] : [{ table, ...retention }],
);
