import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';

export type IncidentDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly queueEmail: (database: Queryable, mail: Mail) => Promise<void>;
  /** The origin that staff use. */
  readonly origin: string;
};
