import type { AuditRecord } from '@portal/contract/console/audit';
import type { Database } from '../../platform/database/connection.ts';
import { maskContacts } from '../../platform/http/authorisation/mask-contacts.ts';
import { listAuditRecords } from './audit-list.repository.ts';

const PAGE_SIZE = 50;

/**
 * The audited changes, newest first: 50 unless `limit` says otherwise, older than the entry
 * `before` when it is given.
 */
export async function listAudit(
  database: Database,
  wanted: {
    readonly subject?: string | undefined;
    readonly actor?: number | undefined;
    readonly before?: number | undefined;
    readonly limit?: number | undefined;
    readonly without?: 'views' | undefined;
    /** Whether the reader sees customers’ whole mailboxes and numbers. */
    readonly seesContacts: boolean;
  },
): Promise<AuditRecord[]> {
  const { subject = null, actor: actorId = null, before = null, limit = PAGE_SIZE } = wanted;
  const withViews = wanted.without === undefined;
  const rows = await listAuditRecords(database, { subject, actorId, before, limit, withViews });
  const shown = (fields: AuditRecord['before']) =>
    wanted.seesContacts ? fields : (maskContacts(fields) as typeof fields);
  return rows.map((row) => ({
    id: row.id,
    actor: {
      id: row.actorId,
      name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.email,
      kind: row.actorKind,
      program: row.actorProgram,
      keyId: row.actorKeyId,
    },
    action: row.action,
    subject: row.subject,
    about: row.about,
    before: shown(row.before),
    after: shown(row.after),
    at: row.createdAt.toISOString(),
    redactedAt: row.redactedAt?.toISOString() ?? null,
  }));
}
