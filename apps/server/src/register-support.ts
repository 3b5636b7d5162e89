import { brand } from '@portal/brand';
import { LIVE_SOCKET } from '@portal/contract/live';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database/connection.ts';
import type { Sessions } from './features/account/create-sessions.ts';
import { prepareFindSession } from './features/account/session.repository.ts';
import { recordAudit, recordAudits } from './features/audit/record-audit.ts';
import { createAgentDesks } from './features/chat/attend-agent.ts';
import { createCustomerSeats } from './features/chat/attend-customer.ts';
import { registerChat } from './features/chat/chat.routes.ts';
import { registerChatSockets } from './features/chat/chat.socket.ts';
import type { ChatParts } from './features/chat/chat-parts.port.ts';
import { createMessageStore } from './features/chat/create-message-store.ts';
import { createAttendance } from './features/chat/keep-presence.ts';
import { createReceiptBook } from './features/chat/note-receipts.ts';
import { returnAbandonedChats } from './features/chat/return-abandoned-chats.ts';
import { registerSavedReplies } from './features/chat/saved-reply.routes.ts';
import { registerStaffChat } from './features/chat/staff-chat.routes.ts';
import { createDeskWatch } from './features/chat/tell-desk-of-waiting.ts';
import { openTicket } from './features/ticket/open-ticket.ts';
import type { TicketParts } from './features/ticket/ticket-parts.port.ts';
import type { Limiters } from './http/rate-limit.ts';
import type { Routes } from './http/route-from-contract.ts';
import type { IsStaffAddress } from './http/staff-addresses.ts';
import { passOnChanges } from './live/changes.ts';
import type { LiveBus } from './live/live-bus.ts';
import { registerSockets } from './live/socket-door.ts';
import { createSocketHub, type SocketHub } from './live/socket-hub.ts';

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
