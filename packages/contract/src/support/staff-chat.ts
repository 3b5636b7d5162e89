import * as z from 'zod/mini';
import { identifiedBy } from '../identity/identification.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  optionalText,
  requiredText,
  rowNumber,
  rowNumberInJson,
  timestamp,
} from '../platform/fields.ts';
import {
  type ChatDelivery,
  type ChatSide,
  chatCloseReason,
  chatMessage,
  chatSide,
  chatStatus,
  chatText,
  clientMessageId,
  messagesQuery,
} from './chat.ts';
import { withoutMarks } from './saved-replies.ts';
import { ticketCategory, ticketPriority } from './tickets.ts';

const agent = z.object({ id: z.number(), name: z.string() });

/**
 * Somebody who writes from outside the portal. `address` is their number in E.164, `name` what they
 * call themselves. Until `writableUntil` we may write freely; null when they have not written. `isGone`:
 * the number is somebody else's now. `isVerified`: the customer has verified the number; otherwise staff
 * have said whose it is.
 */
const chatContact = z.object({
  channel: z.enum(['whatsapp']),
  address: z.string(),
  name: z.nullable(z.string()),
  writableUntil: z.nullable(timestamp),
  isGone: z.boolean(),
  isVerified: z.boolean(),
});

/**
 * One chat in the inbox. While we do not know whose account somebody outside the portal has,
 * `customer.id` is 0, its name is how they call themselves or their number, and its email is empty. `waitingSince` is when it last entered the queue; the queue is in the
 * order of `createdAt`, so that a requeued chat is first. `unread` counts the customer's messages
 * after the last one that an agent has read. `lastMessage.content` is cut at 200 characters.
 */
export const staffChat = z.object({
  id: z.string(),
  status: chatStatus,
  channel: z.enum(['web', 'whatsapp']),
  customer: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  contact: z.nullable(chatContact),
  agent: z.nullable(agent),
  createdAt: timestamp,
  waitingSince: timestamp,
  acceptedAt: z.nullable(timestamp),
  firstReplyAt: z.nullable(timestamp),
  closedAt: z.nullable(timestamp),
  closeReason: z.nullable(chatCloseReason),
  lastSeq: z.number(),
  unread: z.number(),
  lastMessage: z.nullable(z.object({ sender: chatSide, content: z.string(), timestamp })),
  ticket: z.nullable(z.object({ id: z.string(), number: z.string() })),
});
export type StaffChat = z.infer<typeof staffChat>;

/** Visible to staff only. `afterSeq` is its place in the conversation. */
export const staffNote = z.object({
  id: z.string(),
  author: agent,
  content: z.string(),
  afterSeq: z.number(),
  timestamp,
});
export type StaffNote = z.infer<typeof staffNote>;

export const presence = z.enum(['available', 'away']);
export type Presence = z.infer<typeof presence>;

/** `offline` without an open socket, whatever was chosen; the caller is never offline. */
/** `takesChats` and `takesTickets`: their roles let them answer chats and tickets. */
export const staffAgent = z.object({
  id: z.number(),
  name: z.string(),
  takesChats: z.boolean(),
  takesTickets: z.boolean(),
  presence: z.enum(['available', 'away', 'offline']),
  activeChats: z.number(),
});
export type StaffAgent = z.infer<typeof staffAgent>;

/**
 * The events of /ws/staff for an agent: those of the agent's own chats, each with its sessionId,
 * and `queue` for all agents. A connection begins with a `queue` whose chat is null: fetch the
 * lists and, for each open conversation, the messages after the last seq; merge by seq. A message
 * whose seq leaves a gap means the same. `queue` otherwise names the chat that has entered the
 * queue or changed there, was accepted, transferred or has ended; `waiting` counts the queue.
 * `agent_joined` with another agent's id, and `waiting`, mean that the chat is no longer the
 * agent's own.
 */
export type StaffEvent = { readonly sessionId: string } & (
  | { readonly type: 'message'; readonly message: z.infer<typeof chatMessage> }
  | { readonly type: 'agent_joined'; readonly agent: z.infer<typeof agent> }
  | { readonly type: 'status'; readonly messageIds: string[]; readonly status: 'delivered' | 'read' }
  | { readonly type: 'typing'; readonly sender: ChatSide }
  | { readonly type: 'waiting' }
  | { readonly type: 'delivery'; readonly seq: number; readonly delivery: ChatDelivery }
  | { readonly type: 'note'; readonly note: StaffNote }
  | { readonly type: 'closed'; readonly reason: z.infer<typeof chatCloseReason> }
);
export type QueueEvent = { readonly type: 'queue'; readonly waiting: number; readonly chat: StaffChat | null };

/**
 * What a member of staff does at a ticket: has it open, or writes to it. A page says it every five
 * seconds, and `left` when it goes to another; without a sign it ends after twelve.
 */
export const atTicket = z.enum(['looking', 'writing', 'left']);

/** For the staff who have the same ticket open, in any window and at any instance; never about oneself. */
export type TicketPresenceEvent = {
  readonly type: 'ticket-presence';
  readonly ticketId: string;
  readonly staffId: number;
  readonly doing: z.infer<typeof atTicket>;
};

/** This server takes frames about tickets. One of the release before closes the socket for them. */
export type TakesTicketsEvent = { readonly type: 'takes-tickets' };

/**
 * The frames that the agent's page may send: a conversation has been shown up to `seq`, the agent is
 * typing in it, and what they do at a ticket.
 */
export const staffFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), sessionId: identifier, seq: rowNumberInJson }),
  z.object({ type: z.literal('typing'), sessionId: identifier }),
  z.object({ type: z.literal('ticket'), ticketId: identifier, doing: atTicket }),
]);

export const STAFF_SOCKET = '/ws/staff';

const chatId = z.object({ id: identifier });
/** Why staff end a chat. */
const staffCloseReason = z.enum(['resolved', 'no-answer', 'moved-to-ticket', 'misuse']);
const changedChat = z.object({ ...acknowledged, chat: staffChat });

export const listStaffChats = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chats',
  access: 'admin',
  permission: 'chats:read',
  summary:
    'Chats by status: the queue by waiting time, the others last changed first; `before` is the last id of the page before',
  query: z.object({
    status: z.optional(chatStatus),
    mine: z.optional(z.enum(['true', 'false'])),
    customer: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.array(staffChat),
  errors: [],
});

export const getStaffChat = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chats/:id',
  access: 'admin',
  permission: 'chats:read',
  summary: 'One chat with its staff notes',
  params: chatId,
  answer: z.object({ chat: staffChat, notes: z.array(staffNote) }),
  errors: ['chat.not-found'],
});

export const listStaffChatMessages = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chats/:id/messages',
  access: 'admin',
  permission: 'chats:read',
  summary: 'The messages after a seq, in order, 1000 at most',
  params: chatId,
  query: messagesQuery,
  answer: z.array(chatMessage),
  errors: ['chat.not-found'],
});

export const acceptChat = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/accept',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Take a waiting chat; of several agents one succeeds',
  params: chatId,
  answer: changedChat,
  errors: ['chat.not-found', 'chat.closed', 'chat.taken'],
});

export const sendStaffMessage = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/messages',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Reply in one’s own chat; a repeat with the same clientMessageId answers with the message that is stored',
  params: chatId,
  body: z.object({ content: chatText.check(withoutMarks), clientMessageId }),
  answer: chatMessage,
  errors: [
    'chat.not-found',
    'chat.closed',
    'chat.not-yours',
    'chat.too-long',
    'chat.window-closed',
    'chat.contact-gone',
  ],
});

export const linkChatContact = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/customer',
  access: 'admin',
  permission: 'chats:write',
  summary:
    'Say whose account somebody outside the portal has, once they have shown who they are; all their conversations from this address then belong to it',
  params: chatId,
  body: z.object({ customerId: rowNumberInJson, identifiedBy }),
  answer: changedChat,
  errors: ['chat.not-found', 'chat.not-outside', 'chat.linked-already', 'chat.contact-gone', 'customer.not-found'],
});

export const downloadChatFile = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chat-files/:id',
  access: 'admin',
  permission: 'chats:read',
  summary: 'A file that came with a message from outside the portal',
  params: chatId,
  answer: null,
  errors: ['file.not-found'],
});

export const closeStaffChat = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/close',
  access: 'admin',
  permission: 'chats:write',
  summary:
    'End one’s own chat or a waiting one, with a reason: `resolved` unless another is given, `moved-to-ticket` only for a chat that has one',
  params: chatId,
  body: z.optional(z.object({ reason: z.optional(staffCloseReason) })),
  answer: changedChat,
  errors: ['chat.not-found', 'chat.closed', 'chat.not-yours', 'chat.no-ticket'],
});

export const transferChat = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/transfer',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Hand one’s own chat to another agent, or with null back to the queue',
  params: chatId,
  body: z.object({ agentId: z.nullable(rowNumberInJson) }),
  answer: changedChat,
  errors: ['chat.not-found', 'chat.closed', 'chat.not-yours', 'chat.no-such-agent'],
});

export const addStaffNote = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/notes',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Write down what only staff may read',
  params: chatId,
  body: z.object({ content: requiredText(4000, 'Write the note first.') }),
  answer: z.object({ ...acknowledged, note: staffNote }),
  errors: ['chat.not-found'],
});

export const openTicketFromChat = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/ticket',
  access: 'admin',
  permission: 'tickets:write',
  summary: 'Open a ticket for the customer with the transcript; a chat gets one ticket, a repeat answers with it',
  params: chatId,
  body: z.object({
    subject: optionalText(200),
    category: z._default(ticketCategory, 'other'),
    priority: z._default(ticketPriority, 'medium'),
  }),
  answer: z.object({ ...acknowledged, ticketNumber: z.string(), chat: staffChat }),
  errors: ['chat.not-found', 'chat.nothing-said', 'chat.no-customer'],
});

export const listAgents = defineEndpoint({
  method: 'GET',
  path: '/api/staff/agents',
  access: 'admin',
  permission: 'any',
  summary:
    'The colleagues: who may be given a chat or a ticket, and who is there; for who reads chats, tickets or the audit log',
  answer: z.array(staffAgent),
  errors: [],
});

export const setPresence = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/presence',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Say whether one takes chats: Available or Away',
  body: z.object({ presence }),
  answer: z.object({ ...acknowledged, presence }),
  errors: [],
});

export const api = {
  description: 'Live chat of staff: queue, conversations and agents.',
  endpoints: {
    listStaffChats,
    getStaffChat,
    listStaffChatMessages,
    acceptChat,
    sendStaffMessage,
    linkChatContact,
    downloadChatFile,
    closeStaffChat,
    transferChat,
    addStaffNote,
    openTicketFromChat,
    listAgents,
    setPresence,
  },
  schemas: {
    chatAgent: agent,
    staffChat,
    chatContact,
    staffNote,
    agentPresence: presence,
    staffAgent,
  },
};
