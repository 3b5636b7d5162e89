import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  optionalText,
  requiredText,
  rowNumberInJson,
  timestamp,
} from '../platform/fields.ts';
import { ticketCategory } from './tickets.ts';

export const chatStatus = z.enum(['waiting', 'active', 'closed']);
export type ChatStatus = z.infer<typeof chatStatus>;

/** The customer is `user` (specification section 3). */
export const chatSide = z.enum(['user', 'agent']);
export type ChatSide = z.infer<typeof chatSide>;

export const chatCloseReason = z.enum(['resolved', 'no-answer', 'moved-to-ticket', 'misuse', 'ended-by-customer']);
export type ChatCloseReason = z.infer<typeof chatCloseReason>;

/** A message has at most this many bytes in UTF-8. */
export const MESSAGE_BYTES = 4096;

/**
 * Longer ones pass here and are refused by the server, with a specific error instead of a field
 * error.
 */
export const chatText = requiredText(65_536, 'Write a message first.');

/** Idempotency key created by the client: the same one means the same message. */
export const clientMessageId = z.optional(identifier);

/** Counts 1, 2, 3 … within one chat. `after` is the last one that the caller has; 0 for all. */
const seq = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));

/**
 * `estimatedWaitTime` in whole minutes: 0 once an agent has accepted it, null while no agent
 * accepts chats. `unread` counts the agent's messages after the last one read.
 */
export const chatSession = z.object({
  id: z.string(),
  status: chatStatus,
  estimatedWaitTime: z.nullable(z.number()),
  supportAgent: z.nullable(z.object({ name: z.string() })),
  createdAt: timestamp,
  closedAt: z.nullable(timestamp),
  lastSeq: z.number(),
  unread: z.number(),
});
export type ChatSession = z.infer<typeof chatSession>;

/** A file that came with a message from outside the portal. */
const chatFile = z.object({ id: z.string(), name: z.string(), mediaType: z.string(), sizeBytes: z.number() });

/**
 * What became of a message to somebody outside the portal. `unknown`: it was sent and nothing came
 * back, so that it may have arrived; `reason` says why it failed.
 */
const chatDelivery = z.object({
  state: z.enum(['waiting', 'unknown', 'sent', 'failed']),
  reason: z.nullable(z.string()),
});
export type ChatDelivery = z.infer<typeof chatDelivery>;

/**
 * `senderName` is the agent's, null on the customer's own. `clientMessageId` is the client's own
 * id, by which it recognises pending messages. Staff also get `files` and `delivery` of messages from
 * and to somebody outside the portal.
 */
export const chatMessage = z.object({
  id: z.string(),
  seq: z.number(),
  sender: chatSide,
  senderName: z.nullable(z.string()),
  content: z.string(),
  timestamp,
  status: z.enum(['sent', 'delivered', 'read']),
  clientMessageId: z.nullable(z.string()),
  files: z.optional(z.array(chatFile)),
  delivery: z.optional(chatDelivery),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * The events of /ws/chat/:sessionId for the customer. A connection begins with `session`, the
 * current state, and, when there is an agent, `agent_joined`; then it replays the messages after
 * ?after=<seq> and continues live, without gap or duplicate. `waiting` means that the chat is back
 * in the queue. `status` never goes back: a `delivered` that comes after `read` changes nothing.
 * `typing` is valid for about four seconds.
 */
export type ChatEvent =
  | { readonly type: 'session'; readonly session: ChatSession }
  | { readonly type: 'message'; readonly message: ChatMessage }
  | { readonly type: 'agent_joined'; readonly agent: { readonly name: string } }
  | { readonly type: 'status'; readonly messageIds: string[]; readonly status: 'delivered' | 'read' }
  | { readonly type: 'typing'; readonly sender: ChatSide }
  | { readonly type: 'waiting'; readonly estimatedWaitTime: number | null }
  | { readonly type: 'closed'; readonly reason: ChatCloseReason };

/**
 * The frames that the customer's page may send: everything up to `seq` was shown, and the customer
 * is typing (at most once in 2 s, the rest is dropped).
 */
export const chatFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), seq: rowNumberInJson }),
  z.object({ type: z.literal('typing') }),
]);

/** Its page sends and accepts text frames of at most 64 KB. */
export const CHAT_SOCKET = '/ws/chat/:sessionId';

export const initializeChat = defineEndpoint({
  method: 'POST',
  path: '/api/chat/initialize',
  access: 'session',
  summary: 'Start a chat, or come back to the one that is open: there is one at most',
  answer: chatSession,
  errors: [],
});

export const getActiveChat = defineEndpoint({
  method: 'GET',
  path: '/api/chat/active',
  access: 'session',
  viewable: true,
  summary: 'The caller’s open chat, or null',
  answer: z.nullable(chatSession),
  errors: [],
});

export const sendChatMessage = defineEndpoint({
  method: 'POST',
  path: '/api/chat/send',
  access: 'session',
  summary: 'Say something; a repeat with the same clientMessageId answers with the message that is stored',
  body: z.object({ sessionId: identifier, content: chatText, clientMessageId }),
  answer: chatMessage,
  errors: ['chat.not-found', 'chat.closed', 'chat.too-long'],
});

export const messagesQuery = z.object({
  after: z._default(seq, 0),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
});

export const listChatMessages = defineEndpoint({
  method: 'GET',
  path: '/api/chat/:sessionId/messages',
  access: 'session',
  viewable: true,
  summary: 'The messages after a seq, in order, 1000 at most: ask again after the last one while there are as many',
  params: z.object({ sessionId: identifier }),
  query: messagesQuery,
  answer: z.array(chatMessage),
  errors: ['chat.not-found'],
});

export const endChat = defineEndpoint({
  method: 'POST',
  path: '/api/chat/:sessionId/close',
  access: 'session',
  summary: 'End the chat; also answers when it has ended already',
  params: z.object({ sessionId: identifier }),
  answer: z.object({ ...acknowledged, session: chatSession }),
  errors: ['chat.not-found'],
});

export const moveChatToTicket = defineEndpoint({
  method: 'POST',
  path: '/api/chat/:sessionId/ticket',
  access: 'session',
  summary: 'Do not wait any longer: make a ticket with everything that was written, and end the chat',
  params: z.object({ sessionId: identifier }),
  body: z.optional(z.object({ subject: optionalText(200), category: z._default(ticketCategory, 'other') })),
  answer: z.object({ ...acknowledged, ticketNumber: z.string(), session: chatSession }),
  errors: ['chat.not-found', 'chat.closed', 'chat.not-waiting', 'chat.nothing-said'],
});

export const api = {
  description: 'Live chat of a customer.',
  endpoints: { initializeChat, getActiveChat, sendChatMessage, listChatMessages, endChat, moveChatToTicket },
  schemas: { chatStatus, chatSide, chatCloseReason, chatSession, chatMessage, chatFile, chatDelivery },
};
