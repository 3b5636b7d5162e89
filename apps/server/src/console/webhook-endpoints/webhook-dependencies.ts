import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { AddressRules } from '../../platform/outside/guarded-post.ts';

/** The dependencies of what staff do with webhook endpoints. */
export type WebhookDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly encryption: Encryption;
  readonly addressRules: AddressRules;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** Has due deliveries sent soon. */
  readonly wakeDelivery: () => void;
};
