import { brand } from '@portal/brand';
import { LIVE_SOCKET } from '@portal/contract/platform/live-updates';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { recordAudit, recordAudits } from './identity/audit/record-audit.ts';
import type { Sessions } from './identity/sessions/create-sessions.ts';
import { prepareFindSession } from './identity/sessions/session.repository.ts';
import type { Database } from './platform/database/connection.ts';
import type { LiveBus } from './platform/events/live-bus.ts';
import { passOnChanges } from './platform/events/live-updates.ts';
import { registerSockets } from './platform/events/socket-guard.ts';
import { createSocketHub, type SocketHub } from './platform/events/socket-hub.ts';
import type { Limiters } from './platform/http/limits/rate-limit.ts';
import type { IsStaffAddress } from './platform/http/limits/staff-ip-allowlist.ts';
import type { Routes } from './platform/http/route-from-contract.ts';
import { createAttendance } from './support/chat/agents/agent-presence.ts';
import { registerStaffChat } from './support/chat/agents/staff-chat.routes.ts';
import { createDeskWatch } from './support/chat/agents/unattended-chat-alert.ts';
import { registerChat } from './support/chat/chat.routes.ts';
import type { ChatParts } from './support/chat/chat-dependencies.ts';
import { createMessageStore } from './support/chat/messages/create-message-store.ts';
import { createReceiptBook } from './support/chat/messages/record-delivery-receipts.ts';
import { returnAbandonedChats } from './support/chat/requeue-chats.ts';
import { registerSavedReplies } from './support/chat/saved-replies/saved-reply.routes.ts';
import { createAgentDesks } from './support/chat/sockets/agent-connections.ts';
import { registerChatSockets } from './support/chat/sockets/chat.socket.ts';
import { createCustomerSeats } from './support/chat/sockets/customer-connections.ts';
import { openTicket } from './support/tickets/open-ticket.ts';
import type { TicketParts } from './support/tickets/ticket-dependencies.ts';

const SOCKETS_PER_PERSON = 5;

type SupportParts = {
  readonly config: { readonly socketsPerAddress: number };
  readonly database: Database;
  readonly bus: LiveBus;
  readonly publicUrl: URL;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
  readonly queueEmail: ChatParts['queueEmail'];
};

/** The live chat and everything else that reaches open pages by itself. */
export type Support = {
  readonly registerRoutes: (routes: Routes) => void;
  readonly registerSockets: (
    app: FastifyInstance,
    guards: { readonly limiters: Limiters; readonly isStaffAddress: IsStaffAddress },
  ) => void;
  /** One round of what repeats: says who of the staff is here, returns the chats of those who are gone, and mails the desk of chats that nobody sees. */
  readonly attend: () => Promise<void>;
};

/** The provider's claim ("2 minutes") as a figure, where it is one. */
function claimedMinutes(claim: string): number | null {
  const minutes = Number.parseInt(claim, 10);
  return Number.isNaN(minutes) ? null : minutes;
}

function chatParts(parts: SupportParts, tickets: TicketParts): ChatParts {
  return {
    database: parts.database,
    bus: parts.bus,
    storeMessage: createMessageStore({ database: parts.database, recordAudits }),
    randomBytes: parts.randomBytes,
    recordAudit,
    openTicket: (tx, request) => openTicket(tickets, tx, request),
    tellTicketOpened: (customerId) => {
      tickets.tellChanged(customerId, 'tickets');
      tickets.tellChanged('staff', 'tickets');
    },
    tellStarted: (customerId) => tickets.tellChanged(customerId, 'chat'),
    queueEmail: parts.queueEmail,
    origin: parts.publicUrl.origin,
    claimedWaitMinutes: claimedMinutes(brand.claims.chatReply),
    log: parts.logger,
  };
}

/** A socket's session is looked up as that of a request is, without renewing it: an open page that nobody uses signs nobody in for ever. */
function createHub({ database, config, logger }: SupportParts): SocketHub {
  const findSession = prepareFindSession(database);
  return createSocketHub({
    isStillIn: async ({ sid, access }) => {
      const session = await findSession(sid);
      return session !== null && (access === 'session' || session.role === 'admin');
    },
    limits: { perUser: SOCKETS_PER_PERSON, perAddress: config.socketsPerAddress },
    onError: (error) => logger.warn({ err: error }, 'sockets could not be looked after'),
  });
}

export function createSupport(
  parts: SupportParts,
  made: {
    readonly tickets: TicketParts;
    readonly findViewer: Sessions['findViewer'];
    readonly metricsRegistry: Registry;
  },
): Support {
  const hub = createHub(parts);
  const attendance = createAttendance(parts);
  const chat = chatParts(parts, made.tickets);
  const shared = { ...chat, receipts: createReceiptBook(chat), attendance, confirmSoon: hub.confirmSoon };
  const places = { seats: createCustomerSeats(shared), desks: createAgentDesks(shared) };
  const watchDesk = createDeskWatch(chat);
  const recallChanges = passOnChanges(parts.bus, hub);
  new Gauge({
    name: 'live_sockets',
    help: 'Open sockets of this instance.',
    registers: [made.metricsRegistry],
    collect() {
      this.set(hub.count());
    },
  });
  return {
    registerRoutes: (routes) => {
      registerChat(routes, chat);
      registerStaffChat(routes, shared);
      registerSavedReplies(routes, chat);
    },
    registerSockets: (app, guards) => {
      const door = { ...guards, hub, recallChanges, origin: parts.publicUrl.origin, findViewer: made.findViewer };
      registerSockets(app, door, (entries) => {
        registerChatSockets(entries, { database: parts.database, ...places });
        entries.serve({ path: LIVE_SOCKET, access: 'session', prepare: async () => null, open: () => {} });
      });
      app.addHook('onClose', () => shared.receipts.write());
    },
    attend: async () => {
      await attendance.tell();
      await returnAbandonedChats(chat);
      await watchDesk();
    },
  };
}
