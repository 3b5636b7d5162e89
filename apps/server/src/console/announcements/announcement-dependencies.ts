import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Notice } from '@portal/kernel/notice';
import type { Database, Transaction } from '../../platform/database/connection.ts';

/** What announcements are made of. */
export type AnnouncementDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly notify: (tx: Transaction, ...notices: readonly (Notice & { readonly key: string })[]) => Promise<void>;
  /** Whether promotions rest at a moment. */
  readonly isQuiet: (at: Date) => boolean;
  /** Whether so many messages wait to go out that no more should be written now. */
  readonly isOutboxFull: (tx: Transaction, at: Date) => Promise<boolean>;
};
