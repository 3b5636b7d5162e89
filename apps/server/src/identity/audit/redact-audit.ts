import type { Transaction } from '../../platform/database/connection.ts';
import { redactAuditRecords } from './audit.repository.ts';

/**
 * Erases for good what these audit records say of before and after; who, what and when stay, and the
 * hash chain still proves them (docs/audit.md). Returns how many lost it: those that had not before.
 * Keeps others from redacting, and the chain from growing, until the transaction ends.
 */
export async function redactAudit(tx: Transaction, recordIds: readonly number[]): Promise<number> {
  return recordIds.length === 0 ? 0 : redactAuditRecords(tx, recordIds);
}
