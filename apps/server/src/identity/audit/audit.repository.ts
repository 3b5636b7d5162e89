import type { Transaction } from '../../platform/database/connection.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';

export type NewAuditRecord = Pick<
  typeof auditRecords.$inferInsert,
  'actorId' | 'action' | 'subject' | 'before' | 'after'
>;

/** The trigger of the table refuses every change afterwards. */
export async function insertAuditRecords(tx: Transaction, records: readonly NewAuditRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(auditRecords).values([...records]);
}
