import { closeCodes } from '@portal/contract/platform/live-updates';
import { type QueueEvent, type StaffEvent, staffFrame } from '@portal/contract/support/staff-chat';
import type * as z from 'zod/mini';
import type { LiveSocket } from '../../../platform/events/live-socket.ts';
import { type TicketWatch, watchTickets } from '../../tickets/presence/ticket-presence.ts';
import { touchAgents } from '../agents/agent.repository.ts';
import type { AgentPresence } from '../agents/agent-presence.ts';
import { countWaiting } from '../agents/staff-chat.repository.ts';
import { type ActiveChat, listActiveChats } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { listMessages } from '../messages/list-messages.ts';
import { MessageFeed } from '../messages/message-feed.ts';
import { parseFrame } from '../messages/parse-frame.ts';
import type { DeliveryReceipts } from '../messages/record-delivery-receipts.ts';
import { agentTopic, customerTopic, queueTopic } from './chat-topics.ts';

const TYPING_EVERY_MS = 2000;

type Deps = ChatDependencies & {
  readonly receipts: DeliveryReceipts;
  readonly agentPresence: AgentPresence;
  readonly confirmSoon: (socket: LiveSocket) => void;
};

/** An agent's socket, with a feed for each chat of theirs. */
type AgentConnection = {
  readonly socket: LiveSocket;
  readonly agentId: number;
  readonly feeds: Map<string, MessageFeed>;
};

function openFeed(deps: Deps, { socket, feeds }: AgentConnection, sessionId: string, cursor: number): MessageFeed {
  const feed = new MessageFeed(cursor, {
    fetch: (after, limit) => listMessages(deps, { id: sessionId, ownerId: null }, { after, limit }),
    deliver: (message) => {
      socket.send({ type: 'message', sessionId, message } satisfies StaffEvent);
      if (message.sender === 'agent') return;
      socket.expectReceipt(sessionId, message.seq);
      deps.confirmSoon(socket);
    },
    flushed: () => socket.flushed(),
  });
  feeds.set(sessionId, feed);
  return feed;
}

function dropFeed({ feeds }: AgentConnection, sessionId: string): void {
  feeds.get(sessionId)?.end();
  feeds.delete(sessionId);
}

/**
 * Adjusts the feeds to the chats that the agent has now. Sends messages that have never reached an
 * agent; the page fetches all earlier ones.
 */
function alignFeeds(deps: Deps, connection: AgentConnection, chats: readonly ActiveChat[]): void {
  if (!connection.socket.isOpen) return;
  const own = new Set(chats.map(({ id }) => id));
  for (const id of connection.feeds.keys()) {
    if (!own.has(id)) dropFeed(connection, id);
  }
  for (const { id, lastSeq, agentDeliveredSeq } of chats) {
    const feed = connection.feeds.get(id) ?? openFeed(deps, connection, id, agentDeliveredSeq);
    feed.expect(lastSeq);
  }
}

/** The same for several connections with one query. */
async function syncFeeds(deps: Deps, connections: readonly AgentConnection[]): Promise<void> {
  if (connections.length === 0) return;
  const chats = await listActiveChats(deps.database, [...new Set(connections.map(({ agentId }) => agentId))]);
  const byAgent = Map.groupBy(chats, ({ agentId }) => agentId);
  for (const connection of connections) alignFeeds(deps, connection, byAgent.get(connection.agentId) ?? []);
}

async function sayClosed(connection: AgentConnection, event: StaffEvent): Promise<void> {
  await connection.feeds.get(event.sessionId)?.catchUp();
  dropFeed(connection, event.sessionId);
  connection.socket.send(event);
}

/**
 * Passes on events of the agent's chats; a message of a chat that is no longer, or not yet, theirs
 * waits until the feeds are adjusted.
 */
function pass(connection: AgentConnection, event: StaffEvent, sync: () => void): void {
  if (event.type === 'message') connection.feeds.get(event.sessionId)?.offer(event.message);
  else if (event.type === 'closed') void sayClosed(connection, event);
  else connection.socket.send(event);
  if (event.type === 'waiting') dropFeed(connection, event.sessionId);
  if (event.type !== 'agent_joined') return;
  if (event.agent.id === connection.agentId) sync();
  else dropFeed(connection, event.sessionId);
}

type Frame = z.infer<typeof staffFrame>;
type ChatFrame = Exclude<Frame, { readonly type: 'ticket' }>;

/** The frames of a page, each for the part that it is about. */
function takeFrames(socket: LiveSocket, parts: { tickets: TicketWatch | null; chats: (frame: ChatFrame) => void }) {
  socket.takeFrame = (text) => {
    const frame = parseFrame(text, staffFrame);
    if (!frame) return 'not understood';
    if (frame.type === 'ticket') parts.tickets?.take(frame);
    else parts.chats(frame);
    return 'taken';
  };
}

function createChatFrames(
  { bus, receipts, agentTyping }: Deps,
  { feeds }: AgentConnection,
): (frame: ChatFrame) => void {
  const mayTypeAt = new Map<string, number>();
  return (frame) => {
    const { sessionId } = frame;
    // A chat that was just transferred is no fault of the page.
    if (!feeds.has(sessionId)) return;
    if (frame.type === 'read') receipts.read(sessionId, 'agent', frame.seq);
    else if (performance.now() >= (mayTypeAt.get(sessionId) ?? 0)) {
      mayTypeAt.set(sessionId, performance.now() + TYPING_EVERY_MS);
      bus.publish([customerTopic(sessionId)], { type: 'typing', sender: 'agent' });
      agentTyping.tell(sessionId);
    }
  };
}

const noChats = (): void => {};

/** For staff who answer no chats: the queue, if they may read it, and the tickets. */
function watchWithoutChats({ bus }: Deps, socket: LiveSocket, tickets: TicketWatch | null): void {
  const readsQueue = socket.person.permissions.has('chats:read');
  const stop = readsQueue ? bus.subscribe(queueTopic, (event) => socket.send(event)) : noChats;
  if (tickets) takeFrames(socket, { tickets, chats: noChats });
  socket.onGone = () => {
    stop();
    tickets?.leave();
  };
}

/** The agents' sockets on this instance. */
export type AgentConnections = {
  /**
   * Registers a socket: from now on it gets the queue, if this member of staff may read chats, and
   * the agent's own chats, if they may answer them; and who else is at the ticket that its page shows.
   */
  readonly connect: (socket: LiveSocket) => void;
};

export function createAgentConnections(deps: Deps): AgentConnections {
  const connections = new Set<AgentConnection>();
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'missed agent events could not be replayed');
  deps.bus.onPossibleLoss(() => void syncFeeds(deps, [...connections]).catch(warn));
  return {
    connect: (socket) => {
      const { userId: agentId, permissions } = socket.person;
      const tickets = permissions.has('tickets:read') ? watchTickets(deps.bus, socket) : null;
      if (!(permissions.has('chats:read') && permissions.has('chats:write'))) {
        return watchWithoutChats(deps, socket, tickets);
      }
      const connection: AgentConnection = { socket, agentId, feeds: new Map() };
      const sync = (): void => void syncFeeds(deps, [connection]).catch(warn);
      const greet = async (): Promise<void> => {
        // Waiting customers learn of an agent at once, not only with the next run.
        await touchAgents(deps.database, [agentId]);
        const waiting = await countWaiting(deps.database);
        socket.send({ type: 'queue', waiting, chat: null } satisfies QueueEvent);
        await syncFeeds(deps, [connection]);
      };
      connections.add(connection);
      deps.agentPresence.enter(agentId);
      const subscriptions = [
        deps.bus.subscribe(agentTopic(agentId), (event) => pass(connection, event, sync)),
        deps.bus.subscribe(queueTopic, (event) => socket.send(event)),
      ];
      socket.onReceipt = (sessionId, seq) => deps.receipts.delivered(sessionId, 'agent', seq);
      socket.onGone = () => {
        for (const unsubscribe of subscriptions) unsubscribe();
        tickets?.leave();
        for (const id of connection.feeds.keys()) dropFeed(connection, id);
        connections.delete(connection);
        deps.agentPresence.leave(agentId);
      };
      takeFrames(socket, { tickets, chats: createChatFrames(deps, connection) });
      greet().catch((error: unknown) => {
        warn(error);
        socket.close(closeCodes.restart, 'try again');
      });
    },
  };
}
