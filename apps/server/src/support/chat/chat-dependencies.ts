import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { LiveBus } from '../../platform/events/live-bus.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { AgentTyping } from './contacts/agent-typing.ts';
import type { StoreMessage } from './messages/store-message.port.ts';

export type RecordAudit = (tx: Transaction, entry: AuditEntry) => Promise<void>;
export type RecordAudits = (tx: Transaction, entries: readonly AuditEntry[]) => Promise<void>;

/** The source of a ticket; the same `source` twice is one ticket. */
export type TicketRequest = {
  readonly customer: { readonly id: number; readonly email: string };
  readonly subject: string;
  readonly description: string;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly source: string;
};

/** The dependencies of the chat's use cases. */
export type ChatDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: LiveBus;
  readonly publish: Publish;
  /** The files that come with messages from outside. */
  readonly files: FileStore;
  readonly storeMessage: StoreMessage;
  readonly randomBytes: (size: number) => Buffer;
  readonly recordAudit: RecordAudit;
  /** Opens a ticket within the transaction, once for each source. */
  readonly openTicket: (
    tx: Transaction,
    request: TicketRequest,
  ) => Promise<{ readonly id: string; readonly number: string }>;
  /** Has what agents write to people outside the portal sent. Call it after the commit. */
  readonly deliverSoon: () => void;
  /** For people outside the portal, who see no socket. */
  readonly agentTyping: AgentTyping;
  /** Publishes a new ticket to the pages of the customer and of staff. Call it after the commit. */
  readonly publishTicketOpened: (customerId: number) => void;
  /** Has the customer's open pages refetch their open chat. Call it after the commit. */
  readonly publishChatStarted: (customerId: number) => void;
  readonly queueEmail: (database: Queryable, mail: Mail) => Promise<void>;
  /** The origin that customers and staff use. */
  readonly origin: string;
  /** Where unattended chats are mailed to, and the provider's advertised waiting time. */
  readonly settings: Pick<Settings, 'get'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};
