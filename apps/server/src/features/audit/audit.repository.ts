import { and, desc, eq, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { users } from '../../database/schema/account.ts';
import { auditRecords } from '../../database/schema/audit.ts';

export type NewAuditRecord = Pick<
  typeof auditRecords.$inferInsert,
  'actorId' | 'action' | 'subject' | 'before' | 'after'
>;

/** The trigger of the table refuses every change afterwards. */
export async function insertAuditRecords(tx: Transaction, records: readonly NewAuditRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(auditRecords).values([...records]);
}

/** Newest first, of one subject or by one person if they are given, older than the record `before`. */
export async function listAuditRecords(
  database: Queryable,
  wanted: {
    readonly subject: string | null;
    readonly actorId: number | null;
    readonly before: number | null;
    readonly limit: number;
  },
) {
  return database
    .select({
      id: auditRecords.id,
      actorId: auditRecords.actorId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      action: auditRecords.action,
      subject: auditRecords.subject,
      before: auditRecords.before,
      after: auditRecords.after,
      createdAt: auditRecords.createdAt,
    })
    .from(auditRecords)
    .innerJoin(users, eq(users.id, auditRecords.actorId))
    .where(
      and(
        wanted.subject === null ? undefined : eq(auditRecords.subject, wanted.subject),
        wanted.actorId === null ? undefined : eq(auditRecords.actorId, wanted.actorId),
        wanted.before === null ? undefined : lt(auditRecords.id, wanted.before),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(wanted.limit);
}
