import type { Database } from '../../platform/database/connection.ts';
import { claimCustomerView } from './audit.repository.ts';
import { recordAudit } from './record-audit.ts';

/** Audits that a member of staff has opened a document of a customer, each time. */
export type RecordDocumentView = (actorId: number, userId: number, document: string) => Promise<void>;

export type RecordCustomerView = (actorId: number, userId: number) => Promise<void>;

/**
 * Audits that a member of staff has opened the page of a customer: once in ten minutes for the same
 * two, on whichever instance. A view that cannot be written, since the disk is full or the database
 * accepts no writes, is shown all the same, because support has to go on then; it is logged with both
 * ids, so that it is on record there.
 */
export function createViewRecorder(deps: {
  readonly database: Database;
  readonly onError: (error: unknown, view: { readonly actorId: number; readonly userId: number }) => void;
}): RecordCustomerView {
  return async (actorId, userId) => {
    if (actorId === userId) return;
    try {
      await deps.database.transaction(async (tx) => {
        if (!(await claimCustomerView(tx, actorId, userId))) return;
        const subject = `customer:${userId}`;
        await recordAudit(tx, { actorId, action: 'customer.view', subject, before: null, after: null });
      });
    } catch (error) {
      deps.onError(error, { actorId, userId });
    }
  };
}

/** As above: a view that cannot be written is shown all the same, and logged. */
export function createDocumentViewRecorder(deps: {
  readonly database: Database;
  readonly onError: (error: unknown, view: { readonly actorId: number; readonly userId: number }) => void;
}): RecordDocumentView {
  return async (actorId, userId, document) => {
    try {
      const entry = {
        actorId,
        action: 'document.view',
        subject: `customer:${userId}`,
        before: null,
        after: { document },
      };
      await deps.database.transaction((tx) => recordAudit(tx, entry));
    } catch (error) {
      deps.onError(error, { actorId, userId });
    }
  };
}
