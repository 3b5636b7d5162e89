import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { RecordRefusal } from '../../platform/http/authorisation/staff-permission.ts';
import { claimRefusal } from './staff-roles.repository.ts';

/**
 * Audits that a call was refused to a member of staff: once for each person, call and minute, so that a
 * page that asks again and again does not fill the log. A refusal that cannot be written is refused all
 * the same, and logged.
 */
export function createRefusalRecorder(deps: {
  readonly database: Database;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): RecordRefusal {
  return async (actorId, call) => {
    try {
      await deps.database.transaction(async (tx) => {
        if (!(await claimRefusal(tx, actorId, call))) return;
        await deps.recordAudit(tx, {
          actorId,
          action: 'staff.refuse',
          subject: `call:${call}`,
          before: null,
          after: null,
        });
      });
    } catch (error) {
      deps.onError(error);
    }
  };
}
