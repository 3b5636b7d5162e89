import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Billing } from '../../billing/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';

/** The dependencies of bulk actions: what they do to one customer belongs to other contexts. */
export type BulkDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly notify: Messaging['notify'];
  readonly isQuiet: Messaging['isQuiet'];
  readonly isOutboxFull: Messaging['isOutboxFull'];
  readonly giveCredit: Billing['giveCredit'];
  readonly needsApproval: (sum: Kobo) => boolean;
  readonly publishLiveUpdate: PublishLiveUpdate;
};
