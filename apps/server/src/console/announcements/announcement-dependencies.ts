import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Notice } from '@portal/kernel/messaging/notices/notice';
import type { Database, Transaction } from '../../platform/database/connection.ts';

/** The dependencies of announcements. */
export type AnnouncementDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly notify: (tx: Transaction, ...notices: readonly (Notice & { readonly key: string })[]) => Promise<void>;
  /** Whether promotions have to wait at a moment. */
  readonly isQuiet: (at: Date) => boolean;
  /** Whether so many messages are due that no more should be queued now. */
  readonly isOutboxFull: (tx: Transaction, at: Date) => Promise<boolean>;
};
