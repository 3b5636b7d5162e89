import type { Transaction } from '../../platform/database/connection.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';

export type NewAuditRecord = Pick<
  typeof auditRecords.$inferInsert,
  'actorId' | 'actorKind' | 'actorProgram' | 'actorKeyId' | 'action' | 'subject' | 'before' | 'after'
>;

/** A trigger of the table rejects every later change. */
export async function insertAuditRecords(tx: Transaction, records: readonly NewAuditRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(auditRecords).values([...records]);
}
