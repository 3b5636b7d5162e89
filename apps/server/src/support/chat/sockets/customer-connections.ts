import { closeCodes } from '@portal/contract/platform/live-updates';
import { type ChatEvent, chatFrame } from '@portal/contract/support/chat';
import type { LiveSocket } from '../../../platform/events/live-socket.ts';
import { agentName } from '../chat.policy.ts';
import { findChatState, findOwnChat, listChatStates, type OwnChat } from '../chat.repository.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { viewChat } from '../find-chat.ts';
import { listMessages } from '../messages/message.repository.ts';
import { MessageFeed } from '../messages/message-feed.ts';
import { parseFrame } from '../messages/parse-frame.ts';
import type { DeliveryReceipts } from '../messages/record-delivery-receipts.ts';
import { presentMessage } from '../present-chat.ts';
import { agentTopic, customerTopic } from './chat-topics.ts';

const TYPING_EVERY_MS = 2000;

type Deps = ChatDependencies & {
  readonly receipts: DeliveryReceipts;
  readonly confirmSoon: (socket: LiveSocket) => void;
};

/**
 * A customer's socket in a chat. `known` is the last state of the chat that was sent to it; empty
 * when an agent was announced without a name. Until it is `greeted` no message is passed on: later
 * ones are fetched after the greeting.
 */
type CustomerConnection = {
  readonly socket: LiveSocket;
  readonly chatId: string;
  readonly feed: MessageFeed;
  known: string;
  greeted: boolean;
};

const stateOf = (chat: { readonly status: string; readonly agentId: number | null }): string =>
  `${chat.status} ${chat.agentId}`;

function openFeed(deps: Deps, socket: LiveSocket, chatId: string, after: number): MessageFeed {
  return new MessageFeed(after, {
    fetch: async (seq, limit) =>
      (await listMessages(deps.database, { sessionId: chatId, after: seq, limit })).map(presentMessage),
    deliver: (message) => {
      socket.send({ type: 'message', message } satisfies ChatEvent);
      if (message.sender === 'user') return;
      socket.expectReceipt(chatId, message.seq);
      deps.confirmSoon(socket);
    },
    flushed: () => socket.flushed(),
  });
}

/** The end of a chat, after all its messages. */
async function sayGoodbye({ socket, feed }: CustomerConnection, reason: OwnChat['closeReason']): Promise<void> {
  await feed.catchUp();
  socket.send({ type: 'closed', reason: reason ?? 'resolved' } satisfies ChatEvent);
  socket.close(closeCodes.chatEnded, 'the chat has ended');
}

/** The present state, then the messages that the socket has missed. */
async function greet(deps: Deps, connection: CustomerConnection): Promise<void> {
  const { socket, chatId, feed } = connection;
  const chat = await findOwnChat(deps.database, socket.person.userId, chatId);
  if (!chat) return;
  connection.known = stateOf(chat);
  socket.send({ type: 'session', session: await viewChat(deps, chat) } satisfies ChatEvent);
  connection.greeted = true;
  if (chat.status === 'closed') return sayGoodbye(connection, chat.closeReason);
  if (chat.status === 'active') {
    socket.send({ type: 'agent_joined', agent: { name: agentName(chat.agentFirstName) } } satisfies ChatEvent);
  }
  await feed.catchUp();
}

function pass(connection: CustomerConnection, event: ChatEvent): void {
  if (event.type === 'message') {
    if (connection.greeted) connection.feed.offer(event.message);
  } else if (event.type === 'closed') void sayGoodbye(connection, event.reason);
  else connection.socket.send(event);
  if (event.type === 'agent_joined' || event.type === 'waiting') connection.known = '';
}

/** Passes the customer's typing on to the chat's agent. */
async function publishTyping({ database, bus }: Deps, sessionId: string): Promise<void> {
  const chat = await findChatState(database, sessionId);
  if (chat?.status === 'active' && chat.agentId !== null) {
    bus.publish([agentTopic(chat.agentId)], { type: 'typing', sessionId, sender: 'user' });
  }
}

function takeFrames(deps: Deps, { socket, chatId }: CustomerConnection): void {
  let mayTypeAt = 0;
  socket.takeFrame = (text) => {
    const frame = parseFrame(text, chatFrame);
    if (!frame) return 'not understood';
    if (frame.type === 'read') deps.receipts.read(chatId, 'user', frame.seq);
    else if (performance.now() >= mayTypeAt) {
      mayTypeAt = performance.now() + TYPING_EVERY_MS;
      publishTyping(deps, chatId).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a typing event could not be published'),
      );
    }
    return 'taken';
  };
}

/** The customers' sockets on this instance. */
export type CustomerConnections = {
  /**
   * Registers a socket: from now on it gets the events of the chat, first what it has missed after
   * `after`.
   */
  readonly connect: (socket: LiveSocket, chat: { readonly id: string; readonly after: number }) => void;
};

/**
 * Checks for changes that other instances have not announced: chats with more messages, or another
 * state, than were sent.
 */
async function catchUpAll(deps: Deps, connections: ReadonlySet<CustomerConnection>): Promise<void> {
  if (connections.size === 0) return;
  const states = await listChatStates(deps.database, [...new Set([...connections].map(({ chatId }) => chatId))]);
  const byId = new Map(states.map((state) => [state.id, state]));
  for (const connection of connections) {
    const state = byId.get(connection.chatId);
    if (!state || !connection.greeted) continue;
    connection.feed.expect(state.lastSeq);
    if (connection.known === '' && state.status !== 'closed') connection.known = stateOf(state);
    else if (connection.known !== stateOf(state)) await greet(deps, connection);
  }
}

/**
 * Subscribes first, then fetches, then goes on live, so that nothing is lost in between (threats
 * C9).
 */
export function createCustomerConnections(deps: Deps): CustomerConnections {
  const connections = new Set<CustomerConnection>();
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'missed chat messages could not be replayed');
  deps.bus.onPossibleLoss(() => void catchUpAll(deps, connections).catch(warn));
  return {
    connect: (socket, { id, after }) => {
      const connection: CustomerConnection = {
        socket,
        chatId: id,
        feed: openFeed(deps, socket, id, after),
        known: '',
        greeted: false,
      };
      connections.add(connection);
      const unsubscribe = deps.bus.subscribe(customerTopic(id), (event) => pass(connection, event));
      socket.onReceipt = (_chat, seq) => deps.receipts.delivered(id, 'user', seq);
      socket.onGone = () => {
        unsubscribe();
        connection.feed.end();
        connections.delete(connection);
      };
      takeFrames(deps, connection);
      if (after > 0) deps.receipts.delivered(id, 'user', after);
      greet(deps, connection).catch((error: unknown) => {
        warn(error);
        socket.close(closeCodes.restart, 'try again');
      });
    },
  };
}
