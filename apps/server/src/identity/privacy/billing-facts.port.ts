import type { DeletionObstacle } from '@portal/contract/identity/privacy';
import type { Queryable } from '../../platform/database/connection.ts';

/** What billing knows of accounts that are exported or deleted; billing implements it. */
export type BillingFacts = {
  /**
   * What is against deleting them: open debts, payments, disputes and refunds, and credit left;
   * `last-owner` for a company with lines; `subscription` while a line has paid time.
   */
  readonly findObstacles: (queryable: Queryable, accountIds: readonly number[]) => Promise<DeletionObstacle[]>;
  /** The addresses that their payments and saved cards were made with, in lower case. */
  readonly findPayerAddresses: (queryable: Queryable, accountIds: readonly number[]) => Promise<string[]>;
};
