import { closeCodes } from '@portal/contract/platform/live-updates';
import { type QueueEvent, type StaffEvent, staffFrame } from '@portal/contract/support/staff-chat';
import type { LiveSocket } from '../../../platform/events/live-socket.ts';
import { touchAgents } from '../agents/agent.repository.ts';
import type { AgentPresence } from '../agents/agent-presence.ts';
import { countWaiting } from '../agents/staff-chat.repository.ts';
import { type ActiveChat, listActiveChats } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { listMessages } from '../messages/message.repository.ts';
import { MessageFeed } from '../messages/message-feed.ts';
import { parseFrame } from '../messages/parse-frame.ts';
import type { DeliveryReceipts } from '../messages/record-delivery-receipts.ts';
import { presentMessage } from '../present-chat.ts';
import { agentTopic, customerTopic, queueTopic } from './chat-topics.ts';

const TYPING_EVERY_MS = 2000;

type Deps = ChatDependencies & {
  readonly receipts: DeliveryReceipts;
  readonly agentPresence: AgentPresence;
  readonly confirmSoon: (socket: LiveSocket) => void;
};

/** An agent's socket, with a feed for each chat of theirs. */
type Desk = { readonly socket: LiveSocket; readonly agentId: number; readonly feeds: Map<string, MessageFeed> };

function openFeed(deps: Deps, { socket, feeds }: Desk, sessionId: string, cursor: number): MessageFeed {
  const feed = new MessageFeed(cursor, {
    fetch: async (after, limit) => (await listMessages(deps.database, { sessionId, after, limit })).map(presentMessage),
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

function dropFeed({ feeds }: Desk, sessionId: string): void {
  feeds.get(sessionId)?.end();
  feeds.delete(sessionId);
}

/** Brings the feeds in line with the chats that are the agent's now. What has never reached an agent is sent; all before it the page fetches. */
function alignFeeds(deps: Deps, desk: Desk, chats: readonly ActiveChat[]): void {
  if (!desk.socket.isOpen) return;
  const own = new Set(chats.map(({ id }) => id));
  for (const id of desk.feeds.keys()) {
    if (!own.has(id)) dropFeed(desk, id);
  }
  for (const { id, lastSeq, agentDeliveredSeq } of chats) {
    const feed = desk.feeds.get(id) ?? openFeed(deps, desk, id, agentDeliveredSeq);
    feed.expect(lastSeq);
  }
}

/** The same for several desks with one look at the database. */
async function syncFeeds(deps: Deps, desks: readonly Desk[]): Promise<void> {
  if (desks.length === 0) return;
  const chats = await listActiveChats(deps.database, [...new Set(desks.map(({ agentId }) => agentId))]);
  const byAgent = Map.groupBy(chats, ({ agentId }) => agentId);
  for (const desk of desks) alignFeeds(deps, desk, byAgent.get(desk.agentId) ?? []);
}

async function sayClosed(desk: Desk, event: StaffEvent): Promise<void> {
  await desk.feeds.get(event.sessionId)?.catchUp();
  dropFeed(desk, event.sessionId);
  desk.socket.send(event);
}

/** Passes on what happens in the agent's chats; a message of a chat that is not theirs any more, or not yet, waits for the feeds to be in line. */
function pass(desk: Desk, event: StaffEvent, sync: () => void): void {
  if (event.type === 'message') desk.feeds.get(event.sessionId)?.offer(event.message);
  else if (event.type === 'closed') void sayClosed(desk, event);
  else desk.socket.send(event);
  if (event.type === 'waiting') dropFeed(desk, event.sessionId);
  if (event.type !== 'agent_joined') return;
  if (event.agent.id === desk.agentId) sync();
  else dropFeed(desk, event.sessionId);
}

function takeFrames({ bus, receipts }: Deps, { socket, feeds }: Desk): void {
  const mayTypeAt = new Map<string, number>();
  socket.takeFrame = (text) => {
    const frame = parseFrame(text, staffFrame);
    if (!frame) return 'not understood';
    const { sessionId } = frame;
    // A chat that has just gone to somebody else is no fault of the page.
    if (!feeds.has(sessionId)) return 'taken';
    if (frame.type === 'read') receipts.read(sessionId, 'agent', frame.seq);
    else if (performance.now() >= (mayTypeAt.get(sessionId) ?? 0)) {
      mayTypeAt.set(sessionId, performance.now() + TYPING_EVERY_MS);
      bus.publish([customerTopic(sessionId)], { type: 'typing', sender: 'agent' });
    }
    return 'taken';
  };
}

/** The places of the agents' sockets on this instance. */
export type AgentConnections = {
  /** Gives a socket its place: from now on it is told of the queue and of the agent's own chats. */
  readonly attend: (socket: LiveSocket) => void;
};

export function createAgentConnections(deps: Deps): AgentConnections {
  const desks = new Set<Desk>();
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'an agent could not be brought up to date');
  deps.bus.onDoubt(() => void syncFeeds(deps, [...desks]).catch(warn));
  return {
    attend: (socket) => {
      const agentId = socket.person.userId;
      const desk: Desk = { socket, agentId, feeds: new Map() };
      const sync = (): void => void syncFeeds(deps, [desk]).catch(warn);
      const greet = async (): Promise<void> => {
        // Whoever waits in vain is told of somebody at once, not only with the next round.
        await touchAgents(deps.database, [agentId]);
        const waiting = await countWaiting(deps.database);
        socket.send({ type: 'queue', waiting, chat: null } satisfies QueueEvent);
        await syncFeeds(deps, [desk]);
      };
      desks.add(desk);
      deps.agentPresence.enter(agentId);
      const subscriptions = [
        deps.bus.subscribe(agentTopic(agentId), (event) => pass(desk, event, sync)),
        deps.bus.subscribe(queueTopic, (event) => socket.send(event)),
      ];
      socket.onReceipt = (sessionId, seq) => deps.receipts.delivered(sessionId, 'agent', seq);
      socket.onGone = () => {
        for (const unsubscribe of subscriptions) unsubscribe();
        for (const id of [...desk.feeds.keys()]) dropFeed(desk, id);
        desks.delete(desk);
        deps.agentPresence.leave(agentId);
      };
      takeFrames(deps, desk);
      greet().catch((error: unknown) => {
        warn(error);
        socket.close(closeCodes.restart, 'try again');
      });
    },
  };
}
