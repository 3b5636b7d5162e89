import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Transaction } from '../../platform/database/connection.ts';
import { currentWork } from '../../platform/trace/current-work.ts';
import { insertAuditRecords, type NewAuditRecord } from './audit.repository.ts';

/** What the running request or job says about who makes the change; nothing on the command line. */
function actorOfWork(): Pick<NewAuditRecord, 'actorKind' | 'actorProgram' | 'actorKeyId'> {
  const work = currentWork.getStore();
  switch (work?.actor) {
    case 'customer':
    case 'staff':
      return { actorKind: work.actor };
    case 'api-key':
      return { actorKind: 'api-key', actorProgram: work.apiKey?.name ?? null, actorKeyId: work.apiKey?.id ?? null };
    case 'job':
      return { actorKind: 'job', actorProgram: work.job ?? null };
    case 'webhook':
      return { actorKind: 'webhook', actorProgram: work.gateway ?? null };
    default:
      return {};
  }
}

/** Of the column. A subject may have in it what somebody has named, whole. */
const SUBJECT_CHARACTERS = 100;

function recordOf({ by, ...entry }: AuditEntry): NewAuditRecord {
  const subject = [...entry.subject].slice(0, SUBJECT_CHARACTERS).join('');
  return { ...entry, subject, ...(by ? { actorKind: by.kind, actorProgram: by.program } : actorOfWork()) };
}

/**
 * Records a change in the transaction that makes it, so that neither exists without the other.
 * Never pass passwords, codes or secrets.
 */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await insertAuditRecords(tx, [recordOf(entry)]);
}

/** The same for many changes of one transaction. */
export async function recordAudits(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await insertAuditRecords(tx, entries.map(recordOf));
}
