import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Transaction } from '../../platform/database/connection.ts';
import { insertAuditRecords } from './audit.repository.ts';

/**
 * Records a change in the transaction that makes it, so that neither exists without the other.
 * Never pass passwords, codes or secrets.
 */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await insertAuditRecords(tx, [entry]);
}

/** The same for many changes of one transaction. */
export async function recordAudits(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await insertAuditRecords(tx, entries);
}
