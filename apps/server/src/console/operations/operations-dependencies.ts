import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Messaging } from '../../messaging/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Channel } from './queue-age.repository.ts';

/** What the operations page needs of the portal. */
export type OperationsDependencies = Pick<
  Platform,
  'database' | 'clock' | 'jobs' | 'requestJob' | 'bus' | 'instanceId'
> & {
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** The channels of the outbox that this installation delivers. */
  readonly channels: readonly Channel[];
  readonly wakeChannel: Messaging['wakeChannel'];
  readonly wakeWebhookWorkers: () => void;
};
