import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { IdentityApprovals } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';

export type AccountMergeDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly secrets: AcceptedSecrets;
  /** The origin that customers use. */
  readonly origin: string;
  readonly settings: Pick<Settings, 'get'>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly notify: Messaging['notify'];
  readonly queueEmail: Messaging['queueEmail'];
  readonly approvals: Pick<IdentityApprovals, 'request' | 'withdraw'>;
  readonly publish: Publish;
  /** Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};
