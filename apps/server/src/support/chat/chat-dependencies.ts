import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Mail } from '@portal/kernel/mail';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { LiveBus } from '../../platform/events/live-bus.ts';
import type { StoreMessage } from './messages/store-message.port.ts';

export type RecordAudit = (tx: Transaction, entry: AuditEntry) => Promise<void>;
export type RecordAudits = (tx: Transaction, entries: readonly AuditEntry[]) => Promise<void>;

/** What a ticket is made from; the same `source` twice is one ticket. */
export type TicketRequest = {
  readonly customer: { readonly id: number; readonly email: string };
  readonly subject: string;
  readonly description: string;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly source: string;
};

/** What the use cases of the chat need from elsewhere. */
export type ChatDependencies = {
  readonly database: Database;
  readonly bus: LiveBus;
  readonly storeMessage: StoreMessage;
  readonly randomBytes: (size: number) => Buffer;
  readonly recordAudit: RecordAudit;
  /** Opens a ticket within the transaction, once for each source. */
  readonly openTicket: (
    tx: Transaction,
    request: TicketRequest,
  ) => Promise<{ readonly id: string; readonly number: string }>;
  /** Tells the pages of the customer and of staff that there is another ticket. To be called after the commit. */
  readonly tellTicketOpened: (customerId: number) => void;
  /** Has the open pages of the customer ask whether they have a chat. To be called after the commit. */
  readonly tellStarted: (customerId: number) => void;
  readonly queueEmail: (database: Queryable, mail: Mail) => Promise<void>;
  /** The origin that customers and staff use. */
  readonly origin: string;
  /** What the provider says of its waiting time, in minutes; null when it says nothing in figures. */
  readonly claimedWaitMinutes: number | null;
  readonly log: { readonly warn: (details: object, message: string) => void };
};
