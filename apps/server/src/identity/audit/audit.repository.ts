import { sql } from 'drizzle-orm';
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

/** By the function of the migration: the portal's own account may not change the table. */
export async function redactAuditRecords(tx: Transaction, ids: readonly number[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select redact_audit_records(${sql.param([...ids])}::bigint[]) as count`,
  );
  return rows[0]?.count ?? 0;
}
