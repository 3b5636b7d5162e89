import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';

import type { Settings } from '../../platform/settings/create-settings.ts';
import type { MailThreads } from './threading/create-mail-threads.ts';

/** The dependencies of the tickets' use cases. */
export type TicketDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  /** The origin that customers use. */
  readonly origin: string;
  readonly settings: Pick<Settings, 'get'>;
  readonly attachments: FileStore;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  /** Null where no mailbox is read: then nobody can answer a mail. */
  readonly mailThreads: MailThreads | null;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly publish: Publish;
  /**
   * Has the open pages of one customer, or of all staff, refetch; null: of nobody. Called after the
   * commit; must not throw.
   */
  readonly publishChange: (whom: number | 'staff' | null, what: Changeable) => void;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};
