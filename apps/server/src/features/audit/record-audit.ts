import type { Transaction } from '../../database/connection.ts';
import { insertAuditRecords } from './audit.repository.ts';

/** What a member of staff changed: the fields as they were and as they are, null where there was or is nothing. */
export type AuditEntry = {
  readonly actorId: number;
  /** What was done, for example "ticket.reply". */
  readonly action: string;
  /** What it was done to, for example "ticket:<id>" or "customer:42". */
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/** Notes a change in the transaction that makes it, so that neither exists without the other. Passwords, codes and secrets have no place in it. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await insertAuditRecords(tx, [entry]);
}

/** The same for many changes that one transaction makes. */
export async function recordAudits(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await insertAuditRecords(tx, entries);
}
