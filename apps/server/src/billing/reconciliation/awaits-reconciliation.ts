import { findLastRestore } from '../../platform/backup/backup-run.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findReconciledUntil } from './reconciliation.repository.ts';

/**
 * Whether this database was restored from a backup and has not yet been compared with every gateway
 * that has a list: until then it may not know of a charge that was made before the loss.
 */
export async function awaitsReconciliation({ database, gateways }: BillingDependencies): Promise<boolean> {
  const restoredAt = await findLastRestore(database);
  if (restoredAt === null) return false;
  const listing = gateways.filter(({ listSuccesses }) => listSuccesses !== null);
  const marks = await Promise.all(listing.map(({ id }) => findReconciledUntil(database, id)));
  return marks.some((mark) => mark === null || mark < restoredAt);
}
