import type { DeletionObstacle } from '@portal/contract/identity/privacy';
import type { Queryable } from '../../platform/database/connection.ts';

/**
 * What billing has against deleting accounts: open debts, payments, disputes and refunds, and credit
 * left; `subscription` while a line has paid time.
 */
export type FindBillingObstacles = (queryable: Queryable, accountIds: readonly number[]) => Promise<DeletionObstacle[]>;
