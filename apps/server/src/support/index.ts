import { join } from 'node:path';
import { brand } from '@portal/brand';
import { type Changeable, LIVE_SOCKET } from '@portal/contract/platform/live-updates';
import type { Identity } from '../identity/index.ts';
import { listStaffIds, prepareFindSession, recordAudit, recordAudits } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import { forwardLiveUpdates } from '../platform/events/live-updates.ts';
import { registerSockets } from '../platform/events/socket-guard.ts';
import { createSocketHub } from '../platform/events/socket-hub.ts';
import { createFileScanner } from '../platform/files/create-file-scanner.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { presentStaff } from '../platform/http/authorisation/staff-permission.ts';
import type { Platform } from '../platform/platform.ts';
import { createAgentPresence } from './chat/agents/agent-presence.ts';
import { registerStaffChat } from './chat/agents/staff-chat.routes.ts';
import { createUnattendedChatAlert } from './chat/agents/unattended-chat-alert.ts';
import { registerChat } from './chat/chat.routes.ts';
import type { ChatDependencies } from './chat/chat-dependencies.ts';
import { createAgentTyping } from './chat/contacts/agent-typing.ts';
import { createContacts } from './chat/contacts/create-contacts.ts';
import { pruneChatFiles } from './chat/contacts/prune-chat-files.ts';
import { createQueueDelivery, DELIVERY_JOB } from './chat/contacts/queue-delivery.ts';
import { createMessageStore } from './chat/messages/create-message-store.ts';
import { createDeliveryReceipts } from './chat/messages/record-delivery-receipts.ts';
import { requeueChats } from './chat/requeue-chats.ts';
import { createAgentConnections } from './chat/sockets/agent-connections.ts';
import { registerChatSockets } from './chat/sockets/chat.socket.ts';
import { createCustomerConnections } from './chat/sockets/customer-connections.ts';
import { createMailReader } from './inbound-mail/create-mail-reader.ts';
import { registerInboundMails } from './inbound-mail/inbound-mail.routes.ts';
import { registerSavedReplies } from './saved-replies/saved-reply.routes.ts';
import { supportMetrics } from './support.metrics.ts';
import { pruneAttachments } from './tickets/attachments/prune-attachments.ts';
import { registerMacro } from './tickets/macros/macro.routes.ts';
import { openTicket } from './tickets/open-ticket.ts';
import { pruneUnconfirmedTickets } from './tickets/prune-unconfirmed-tickets.ts';
import { registerStaffTicket } from './tickets/staff/staff-ticket.routes.ts';
import { createMailThreads, type MailThreads } from './tickets/threading/create-mail-threads.ts';
import { createReplyAddresses } from './tickets/threading/reply-address.ts';
import { registerTicket } from './tickets/ticket.routes.ts';
import type { TicketDependencies } from './tickets/ticket-dependencies.ts';

export type { NewChatFile } from './chat/contacts/chat-file.repository.ts';
export type { Contact } from './chat/contacts/contact.repository.ts';
export { DELIVERY_JOB } from './chat/contacts/queue-delivery.ts';
export type { Received } from './chat/contacts/receive-from-contact.ts';
export { seedChats } from './demo-data/seed-chats.ts';
export { seedTickets } from './demo-data/seed-tickets.ts';
export { listTickets } from './tickets/list-tickets.ts';
export { ticketNumber } from './tickets/ticket.policy.ts';

const SOCKETS_PER_PERSON = 5;
const AGENTS_INTERVAL_MS = 5000;
const PRUNE_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;
const READING_JOB = 'inbound mail';
const READING_INTERVAL_MS = 30_000;

/** Null where no mailbox is read. */
function mailThreadsOf({ config, sessionSecrets }: Platform): MailThreads | null {
  if (config.inboundMail === null) return null;
  const { supportAddress } = config.inboundMail;
  return createMailThreads(createReplyAddresses(sessionSecrets, supportAddress ?? brand.supportEmail));
}

/** Files are stored in DATA_DIR/uploads. */
function ticketDependencies(
  platform: Platform,
  { queueEmail }: Messaging,
  mailThreads: MailThreads | null,
): TicketDependencies {
  const { config, database, clock, logger, publishLiveUpdate } = platform;
  const publishToStaff = async (what: Changeable): Promise<void> => {
    for (const id of await listStaffIds(database, 'tickets:read')) publishLiveUpdate(id, what);
  };
  return {
    database,
    clock,
    queueEmail,
    mailThreads,
    recordAudit,
    publish: platform.events.publish,
    origin: platform.publicUrl.origin,
    settings: platform.settings,
    log: logger,
    attachments: createFileStore(join(config.dataDir, 'uploads'), createFileScanner(config.clamdUrl, logger)),
    publishChange: (whom, what) => {
      if (whom === null) return;
      if (whom !== 'staff') return publishLiveUpdate(whom, what);
      publishToStaff(what).catch((error) => logger.warn({ err: error }, 'staff did not get a live update'));
    },
  };
}

function chatDependencies(
  platform: Platform,
  { queueEmail }: Messaging,
  tickets: TicketDependencies,
): ChatDependencies {
  const { database, bus, clock, events, randomBytes } = platform;
  return {
    database,
    bus,
    clock,
    publish: events.publish,
    files: tickets.attachments,
    storeMessage: createMessageStore({
      database,
      clock,
      recordAudits,
      queueDelivery: createQueueDelivery(events.publish),
    }),
    deliverSoon: () => platform.jobs.wake(DELIVERY_JOB),
    agentTyping: createAgentTyping(),
    randomBytes,
    recordAudit,
    openTicket: (tx, request) => openTicket(tickets, tx, request),
    publishTicketOpened: (customerId) => {
      tickets.publishChange(customerId, 'tickets');
      tickets.publishChange('staff', 'tickets');
    },
    publishChatStarted: (customerId) => tickets.publishChange(customerId, 'chat'),
    queueEmail,
    origin: platform.publicUrl.origin,
    settings: platform.settings,
    log: platform.logger,
  };
}

/**
 * A socket's session is looked up like that of a request, without renewing it: an open page without
 * use keeps no one signed in for ever.
 */
function createHub({ database, config, logger }: Platform) {
  const findSession = prepareFindSession(database, 'account');
  return createSocketHub({
    checkSession: async ({ sids, access, accountId, permissions }) => {
      const session = await findSession(sids);
      if (session === null || session.accountId !== accountId) return 'ended';
      if (access === 'session') return 'unchanged';
      const staff = presentStaff(session);
      if (staff === null) return 'ended';
      const isSame =
        staff.permissions.size === permissions.size && [...permissions].every((one) => staff.permissions.has(one));
      return isSame ? 'unchanged' : 'changed';
    },
    limits: { perUser: SOCKETS_PER_PERSON, perAddress: config.socketsPerAddress },
    onError: (error) => logger.warn({ err: error }, 'sockets could not be looked after'),
  });
}

export type Support = ReturnType<typeof createSupport>;

/** The live chat, tickets and their live updates. */
export function createSupport(
  platform: Platform,
  { identity, messaging }: { readonly identity: Identity; readonly messaging: Messaging },
) {
  const { database } = platform;
  const hub = createHub(platform);
  const mailThreads = mailThreadsOf(platform);
  const tickets = ticketDependencies(platform, messaging, mailThreads);
  const mailReader = mailThreads && createMailReader(platform, { ...tickets, mailThreads });
  const chat = chatDependencies(platform, messaging, tickets);
  const agentPresence = createAgentPresence(chat);
  const shared = { ...chat, receipts: createDeliveryReceipts(chat), agentPresence, confirmSoon: hub.confirmSoon };
  const connections = { customers: createCustomerConnections(shared), agents: createAgentConnections(shared) };
  const contacts = createContacts(shared);
  const alertOfUnattendedChats = createUnattendedChatAlert(chat);
  const replayLiveUpdates = forwardLiveUpdates(platform.bus, hub);
  return {
    /** Opens a ticket in the caller's transaction, once for each source; then the caller publishes it. */
    openTicket: chat.openTicket,
    publishTicketOpened: chat.publishTicketOpened,
    /** People who write from outside the portal, for the channels by which they do. */
    contacts,
    /** Where files that people send are stored. */
    files: chat.files,
    routes: (routes, { files: fileScope }) => {
      registerTicket(routes, { ...tickets, fileScope });
      registerStaffTicket(routes, { ...tickets, fileScope });
      registerChat(routes, chat);
      registerStaffChat(routes, shared);
      registerSavedReplies(routes, chat);
      registerInboundMails(routes, {
        database,
        recordAudit,
        mailbox: mailReader?.mailbox ?? null,
        readSoon: () => platform.requestJob(READING_JOB),
      });
      registerMacro(routes, tickets);
    },
    mount: (app) => {
      const { limiters, isStaffIp, publicUrl, cookie } = platform;
      const { findViewer } = identity.sessions;
      const guard = { limiters, isStaffIp, hub, replayLiveUpdates, origin: publicUrl.origin, findViewer, cookie };
      registerSockets(app, guard, (entries) => {
        registerChatSockets(entries, { database, ...connections });
        entries.serve({
          path: LIVE_SOCKET,
          access: 'session',
          kind: 'live-updates',
          prepare: async () => null,
          open: () => {},
        });
      });
      app.addHook('onClose', () => shared.receipts.write());
    },
    jobs: [
      {
        name: 'agent presence',
        intervalMs: AGENTS_INTERVAL_MS,
        // Publishes agent presence, requeues the chats of agents who left and sends the
        // unattended-chat alert.
        work: async () => {
          await agentPresence.store();
          await requeueChats(chat);
          await alertOfUnattendedChats();
        },
      },
      ...(mailReader
        ? [{ name: READING_JOB, intervalMs: READING_INTERVAL_MS, atStart: true as const, work: mailReader.read }]
        : []),
      { name: 'prune unconfirmed tickets', intervalMs: DAY_MS, work: () => pruneUnconfirmedTickets(tickets) },
      ...supportMetrics(platform.metricsRegistry, database, hub),
      { name: 'prune chat files', intervalMs: PRUNE_INTERVAL_MS, work: () => pruneChatFiles(chat) },
      { name: 'prune attachments', intervalMs: PRUNE_INTERVAL_MS, work: () => pruneAttachments(tickets) },
    ],
  } satisfies Context & Record<string, unknown>;
}
