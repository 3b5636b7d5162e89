import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Billing } from '../../billing/index.ts';
import type { RecordCustomerView } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';
import type { Support } from '../../support/index.ts';

export type CollectionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly recordCustomerView: RecordCustomerView;
  readonly publishLiveUpdate: PublishLiveUpdate;
  readonly findLanguage: Messaging['findLanguage'];
} & Pick<Billing, 'promiseWithin' | 'promiseDaysOf'> &
  Pick<Support, 'openTicket' | 'publishTicketOpened'>;

/** Who calls a customer, and as what. */
export type Caller = { readonly staffId: number; readonly roles: readonly StaffRole[] };
